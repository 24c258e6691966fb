//! The OpenAPI 3.1 document, collected from the routes themselves.

use crate::routes;
use countersign_core::wire::{ErrorBody, FeedEvent, RunEvent};
use utoipa::openapi::security::{ApiKey, ApiKeyValue, Http, HttpAuthScheme, SecurityScheme};
use utoipa::openapi::{Components, OpenApi, Ref, RefOr, ResponseBuilder, content::ContentBuilder};
use utoipa::{Modify, OpenApi as _};
use utoipa_axum::router::OpenApiRouter;

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

/// The whole document.
pub(crate) fn document() -> OpenApi {
    let router = OpenApiRouter::with_openapi(Document::openapi());
    let mut document =
        routes::all().into_iter().fold(router, |router, route| router.routes((route.described)())).into_openapi();
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

#[cfg(test)]
mod tests {
    use crate::routes;
    use std::collections::BTreeMap;

    #[test]
    fn no_two_schemas_have_one_name() {
        let mut named = BTreeMap::new();
        for route in routes::all() {
            let (schemas, ..) = (route.described)();
            for (name, schema) in schemas {
                let text = serde_json::to_value(&schema).unwrap();
                let earlier = named.entry(name.clone()).or_insert_with(|| text.clone());
                assert_eq!(*earlier, text, "{name}");
            }
        }
        assert!(named.len() > 100, "{}", named.len());
    }
}
