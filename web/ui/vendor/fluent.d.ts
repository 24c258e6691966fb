export { FluentBundle, FluentResource } from '@fluent/bundle';
