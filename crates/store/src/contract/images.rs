//! What a store promises of pictures.

use super::samples::{HOSTILE, at};
use crate::{ImageFilter, ImageRow, Store};
use countersign_core::ids::{ImageId, RunId, SessionId};

fn image(id: &str, n: i64) -> ImageRow {
    ImageRow {
        id: ImageId(id.to_owned()),
        session: Some(SessionId("s1".to_owned())),
        run: Some(RunId("r1".to_owned())),
        created_at: at(n),
        deleted: false,
        body: format!("{{\"name\":{HOSTILE:?}}}"),
    }
}

pub(super) async fn are_kept_and_filtered(store: &impl Store) {
    let first = image("img-1-a", 1);
    let second = ImageRow { run: Some(RunId("r2".to_owned())), ..image("img-2-b", 2) };
    let third = ImageRow { session: None, run: None, ..image("img-3-c", 3) };
    let gone = ImageRow { deleted: true, ..image("img-4-d", 4) };
    let mut tx = store.begin().await.unwrap();
    for row in [&first, &second, &third, &gone] {
        tx.put_image(row).await.unwrap();
    }
    tx.commit().await.unwrap();
    for row in [&first, &third, &gone] {
        assert_eq!(store.image(&row.id).await.unwrap().as_ref(), Some(row), "whole, also when it was taken away");
    }
    assert_eq!(store.image(&ImageId("img-9-z".to_owned())).await.unwrap(), None);

    let all = || ImageFilter { limit: 10, ..ImageFilter::default() };
    let s1 = || ImageFilter { session: Some(SessionId("s1".to_owned())), ..all() };
    let cases: Vec<(ImageFilter, &[&str], u64)> = vec![
        (all(), &["img-3-c", "img-2-b", "img-1-a"], 3),
        (ImageFilter { deleted: true, ..all() }, &["img-4-d", "img-3-c", "img-2-b", "img-1-a"], 4),
        (ImageFilter { limit: 1, offset: 1, ..all() }, &["img-2-b"], 3),
        (s1(), &["img-2-b", "img-1-a"], 2),
        (ImageFilter { run: Some(RunId("r1".to_owned())), ..all() }, &["img-1-a"], 1),
        (ImageFilter { run: Some(RunId("r2".to_owned())), deleted: true, ..s1() }, &["img-2-b"], 1),
    ];
    for (filter, ids, total) in cases {
        let (rows, count) = store.images(&filter).await.unwrap();
        let found: Vec<&str> = rows.iter().map(|row| row.id.0.as_str()).collect();
        assert_eq!((found.as_slice(), count), (ids, total), "{filter:?}");
    }

    let again = ImageRow { deleted: true, body: "{}".to_owned(), ..first };
    let mut tx = store.begin().await.unwrap();
    tx.put_image(&again).await.unwrap();
    tx.commit().await.unwrap();
    assert_eq!(store.image(&again.id).await.unwrap(), Some(again), "replaced in place");
}
