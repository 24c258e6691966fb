/** Only what the page uses of highlight.js: the tree of a text's scopes. */
export type Scope = { scope?: string; children: (Scope | string)[] };
export const hljs: {
  highlight(text: string, options: { language: string; ignoreIllegals: boolean }): { _emitter: { rootNode: Scope } };
  getLanguage(name: string): unknown;
};
