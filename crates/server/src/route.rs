//! A route with what the OpenAPI document says of it. The document is made only where somebody asks for
//! it: it costs more than all else that a verb of the terminal does.

use crate::{AppState, query};
use axum::http::Method;
use axum::middleware::from_fn_with_state;
use axum::routing::{MethodFilter, MethodRouter};
use utoipa::openapi::HttpMethod;
use utoipa::openapi::path::Operation;
use utoipa_axum::PathItemExt;
use utoipa_axum::router::UtoipaMethodRouter;

/// An address and who answers there.
pub(crate) struct Route {
    pub(crate) path: String,
    /// Unknown and repeated parameters are refused.
    pub(crate) handlers: MethodRouter<AppState>,
    /// Its part of the document.
    pub(crate) described: fn() -> UtoipaMethodRouter<AppState>,
}

impl Route {
    /// Of the macro [`route`].
    pub(crate) fn new(
        path: String,
        handlers: MethodRouter<AppState>,
        operations: Operations,
        described: fn() -> UtoipaMethodRouter<AppState>,
    ) -> Self {
        let handlers = handlers.route_layer(from_fn_with_state(operations, query::closed));
        Self { path, handlers, described }
    }
}

/// What the document says of each handler of a route.
#[derive(Clone, Copy)]
pub(crate) struct Operations(pub(crate) fn() -> Vec<(Vec<HttpMethod>, Operation)>);

impl Operations {
    /// Of the handler that answers a method.
    pub(crate) fn of(self, method: &Method) -> Option<Operation> {
        // Who answers GET answers HEAD.
        let method = if method == Method::HEAD { Method::GET } else { method.clone() };
        let wanted = MethodFilter::try_from(method).ok()?;
        let answers = |methods: &[HttpMethod]| methods.iter().any(|method| method.to_method_filter() == wanted);
        (self.0)().into_iter().find(|(methods, _)| answers(methods)).map(|(_, operation)| operation)
    }
}

/// The route of handlers in the same module that have one path, each with its `utoipa::path`.
macro_rules! route {
    ($first:ident $(, $more:ident)* $(,)?) => {
        utoipa_axum::paste! {{
            use utoipa::Path as _;
            use utoipa_axum::PathItemExt as _;
            let mut handlers = axum::routing::MethodRouter::new();
            for method in [<__path_ $first>]::methods() {
                handlers = handlers.on(method.to_method_filter(), $first);
            }
            $(for method in [<__path_ $more>]::methods() {
                handlers = handlers.on(method.to_method_filter(), $more);
            })*
            let operations = $crate::route::Operations(|| vec![
                ([<__path_ $first>]::methods(), [<__path_ $first>]::operation()),
                $(([<__path_ $more>]::methods(), [<__path_ $more>]::operation()),)*
            ]);
            $crate::route::Route::new(
                [<__path_ $first>]::path(),
                handlers,
                operations,
                || utoipa_axum::routes!($first $(, $more)*),
            )
        }}
    };
}

pub(crate) use route;
