//! Pictures: what there is, their bytes, and saving them by a change set (S1-53…S1-59). They are made by
//! runs: `POST /api/runs` with mode `image`.

use super::{At, Number};
use crate::AppState;
use crate::failure::Result;
use crate::guard::Caller;
use crate::json::{Body, MIB, NoBody};
use crate::once::Once;
use crate::query::Params;
use crate::route::{Route, route};
use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use countersign_core::ids::{ImageId, RunId, SessionId, SetId};
use countersign_core::wire::{
    GivenImage, ImageEdit, ImageKind, ImageList, ImageView, RedrawnImage, SaveImages, SetView,
};
use serde::Serialize;
use utoipa::ToSchema;

/// A picture of 20 MB in base64, in JSON.
const GIVEN: usize = 28 * MIB;

pub(crate) fn routes() -> Vec<Route> {
    vec![
        route!(list_images, keep_image),
        route!(save_images),
        route!(get_image, edit_image, delete_image),
        route!(restore_image),
        route!(redraw_image),
        route!(image_content),
        route!(item_image),
    ]
}

/// Pictures that were made or given, newest first.
#[utoipa::path(get, path = "/api/images", tag = "images",
    params(("session" = Option<String>, Query, description = "Only of this conversation"),
        ("run" = Option<String>, Query, description = "Only of this run"),
        ("deleted" = Option<bool>, Query, description = "Also those that were taken away"),
        ("limit" = Option<u32>, Query, description = "1 to 100; 40 if absent"),
        ("offset" = Option<u32>, Query, description = "So many are passed over")),
    responses((status = 200, body = ImageList)))]
async fn list_images(State(state): State<AppState>, params: Params) -> Result<Json<ImageList>> {
    let session = params.text("session").map(|id| SessionId(id.to_owned()));
    let run = params.text("run").map(|id| RunId(id.to_owned()));
    let page = (params.limit(40, 100)?, params.parsed("offset")?.unwrap_or_default());
    let deleted = params.flag("deleted")?.unwrap_or_default();
    Ok(Json(state.engine.images(session, run, deleted, page).await?))
}

/// Keeps a picture that is to go with a message: PNG, JPEG, WebP or GIF, up to 20 MB.
#[utoipa::path(post, path = "/api/images", tag = "images", request_body = GivenImage, responses((status = 201, body = ImageView)))]
async fn keep_image(
    State(state): State<AppState>,
    Caller(actor): Caller,
    body: Body<GivenImage, GIVEN>,
) -> Result<(StatusCode, Json<ImageView>)> {
    Ok((StatusCode::CREATED, Json(state.engine.keep_image(body.value, actor).await?)))
}

/// Proposes pictures as new files `FOLDER/image-001.png` … of an open folder: a change set like any other.
/// Nothing is written by this.
#[utoipa::path(post, path = "/api/images/save", tag = "images", params(("Idempotency-Key" = Option<String>, Header, description = "The same key makes it once, ever")), request_body = SaveImages, responses((status = 201, body = SetView)))]
async fn save_images(
    State(state): State<AppState>,
    Caller(actor): Caller,
    once: Once,
    body: Body<SaveImages>,
) -> Result<(StatusCode, Json<SetView>)> {
    let key = once.key(None, || &body.value)?;
    Ok((StatusCode::CREATED, Json(state.engine.save_images(body.value, actor, key).await?)))
}

/// What is known of a picture, also of one that was taken away.
#[utoipa::path(get, path = "/api/images/{id}", tag = "images", params(("id" = String, Path)), responses((status = 200, body = ImageView)))]
async fn get_image(State(state): State<AppState>, At(id): At<String>) -> Result<Json<ImageView>> {
    Ok(Json(state.engine.image(&ImageId(id)).await?))
}

/// Ticks or unticks a picture for Save Selected.
#[utoipa::path(patch, path = "/api/images/{id}", tag = "images", params(("id" = String, Path)), request_body = ImageEdit, responses((status = 200, body = ImageView)))]
async fn edit_image(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(id): At<String>,
    body: Body<ImageEdit>,
) -> Result<Json<ImageView>> {
    Ok(Json(state.engine.edit_image(&ImageId(id), body.value, actor).await?))
}

/// Takes a picture away. Its bytes stay, and `restore` brings it back.
#[utoipa::path(delete, path = "/api/images/{id}", tag = "images", params(("id" = String, Path)), responses((status = 200, body = ImageView)))]
async fn delete_image(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(id): At<String>,
    _: NoBody,
) -> Result<Json<ImageView>> {
    Ok(Json(state.engine.delete_image(&ImageId(id), actor).await?))
}

/// Brings back a picture that was taken away.
#[utoipa::path(post, path = "/api/images/{id}/restore", tag = "images", params(("id" = String, Path)), responses((status = 200, body = ImageView)))]
async fn restore_image(
    State(state): State<AppState>,
    Caller(actor): Caller,
    At(id): At<String>,
    _: NoBody,
) -> Result<Json<ImageView>> {
    Ok(Json(state.engine.restore_image(&ImageId(id), actor).await?))
}

/// A run that makes a picture anew has begun.
#[derive(Debug, Serialize, ToSchema)]
struct Redrawing {
    run: RunId,
    session: SessionId,
    /// Where its events are.
    events: String,
}

/// Makes another picture in the place of this one, as a run of its conversation. The one before stays in
/// `earlier`.
#[utoipa::path(post, path = "/api/images/{id}/regenerate", tag = "images", params(("id" = String, Path)), request_body = RedrawnImage, responses((status = 202, body = Redrawing)))]
async fn redraw_image(
    State(state): State<AppState>,
    At(id): At<String>,
    body: Body<RedrawnImage>,
) -> Result<(StatusCode, Json<Redrawing>)> {
    let run = state.engine.redraw_image(&ImageId(id), body.value).await?;
    let events = format!("/api/runs/{}/events", run.id);
    Ok((StatusCode::ACCEPTED, Json(Redrawing { run: run.id, session: run.session, events })))
}

/// The bytes of a picture. With `digest` those of one of its versions, which never change.
#[utoipa::path(get, path = "/api/images/{id}/content", tag = "images",
    params(("id" = String, Path), ("digest" = Option<String>, Query, description = "Of a version, as `digest` and `earlier` name them; the newest if absent")),
    responses((status = 200, content_type = "image/png", body = Vec<u8>), (status = 200, content_type = "image/jpeg", body = Vec<u8>)))]
async fn image_content(
    State(state): State<AppState>,
    At(id): At<String>,
    params: Params,
    headers: HeaderMap,
) -> Result<Response> {
    let digest = params.text("digest");
    let (version, bytes) = state.engine.image_content(&ImageId(id), digest).await?;
    Ok(picture(version.kind, &version.digest, bytes, digest.is_some(), &headers))
}

/// The picture that a file item of a set writes.
#[utoipa::path(get, path = "/api/change-sets/{id}/items/{n}/image", tag = "images",
    params(("id" = i64, Path), ("n" = u32, Path)),
    responses((status = 200, content_type = "image/png", body = Vec<u8>)))]
async fn item_image(
    State(state): State<AppState>,
    At((id, n)): At<(Number, u32)>,
    headers: HeaderMap,
) -> Result<Response> {
    let (kind, digest, bytes) = state.engine.item_image(SetId(id.0), n).await?;
    Ok(picture(kind, &digest, bytes, false, &headers))
}

/// Bytes that were found to be a picture, with the type they were found to have. `fixed`: the address names
/// the content.
fn picture(kind: ImageKind, digest: &str, bytes: Vec<u8>, fixed: bool, headers: &HeaderMap) -> Response {
    let etag = format!("\"{digest}\"");
    let seen = headers.get(header::IF_NONE_MATCH).is_some_and(|v| v.as_bytes() == etag.as_bytes());
    let cache = if fixed { "private, max-age=31536000, immutable" } else { "private, no-cache" };
    let mut response = match seen {
        true => StatusCode::NOT_MODIFIED.into_response(),
        false => ([(header::CONTENT_TYPE, HeaderValue::from_static(kind.media_type()))], bytes).into_response(),
    };
    let given = [(header::ETAG, etag), (header::CACHE_CONTROL, cache.to_owned())];
    response.headers_mut().extend(given.into_iter().filter_map(|(n, v)| Some((n, HeaderValue::try_from(v).ok()?))));
    response
}
