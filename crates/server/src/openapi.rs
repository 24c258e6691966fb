//! The OpenAPI 3.1 document, collected from the routes themselves.

use crate::routes;
use countersign_core::wire::{ErrorBody, FeedEvent, RunEvent};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Components, OpenApi, Ref, RefOr, ResponseBuilder, content::ContentBuilder};
use utoipa::{Modify, OpenApi as _};

#[derive(utoipa::OpenApi)]
#[openapi(
    info(title = "Countersign", description = "An AI proposes. You countersign. Nothing else changes, and what todos and files were can be brought back."),
    components(schemas(ErrorBody, FeedEvent, RunEvent)),
    modifiers(&Auth),
    security(("bearer" = []), ("cookie" = [])),
)]
struct Document;

struct Auth;

impl Modify for Auth {
    fn modify(&self, document: &mut OpenApi) {
        let components = document.components.get_or_insert_with(Components::new);
        components.add_security_scheme("bearer", SecurityScheme::Http(Http::new(HttpAuthScheme::Bearer)));
        components.add_security_scheme(
            "cookie",
            SecurityScheme::ApiKey(ApiKey::Cookie(ApiKeyValue::with_description(
                crate::auth::cookie_name("{data}"),
                "As the page's one-time address sets it; {data} is the data folder's own.".to_owned(),
            ))),
        );
    }
}

/// Where routes begin to be collected.
pub(crate) fn base() -> OpenApi {
    Document::openapi()
}

/// The whole document.
pub(crate) fn document() -> OpenApi {
    let (_, mut document) = routes::all().split_for_parts();
    for item in document.paths.paths.values_mut() {
        for operation in
            [&mut item.get, &mut item.post, &mut item.put, &mut item.patch, &mut item.delete].into_iter().flatten()
        {
            let body = ContentBuilder::new().schema(Some(Ref::from_schema_name("ErrorBody"))).build();
            let refused = ResponseBuilder::new()
                .description("Refused; nothing has been changed")
                .content("application/json", body)
                .build();
            operation.responses.responses.insert("default".to_owned(), RefOr::T(refused));
        }
    }
    document
}

/// The document as it is served and kept in `docs/openapi.json`.
pub fn openapi_json() -> String {
    let mut text = document().to_pretty_json().unwrap_or_default();
    text.push('\n');
    text
}
