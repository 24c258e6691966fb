// The shapes on the wire, from api-types.d.ts (`npm run types` writes it from the server's OpenAPI
// document), and the few shapes that only the page knows.
import type { components } from './api-types.js';
type S = components['schemas'];
/** Answers hold every field, null where there is nothing; the document says optional for what requests may leave out. */
type Full<T> = T extends (infer U)[] ? Full<U>[] : T extends object ? { [K in keyof T]-?: Full<Exclude<T[K], undefined>> } : T;
/** A union as one shape whose fields may be absent. */
type Loose<T> = T extends unknown ? keyof T : never;
type Merged<T> = { [K in Loose<T>]?: T extends { [P in K]?: infer V } ? V : never };

export type Args = Record<string, any>;
export type Counts = S['Counts'];
export type Problem = S['Problem'];
export type TodoPreview = Full<S['TodoPreview']>;
export type Drift = S['Drift'];
export type ItemStatus = S['ItemStatus'];
export type SetStatus = S['SetStatus'];
export type Verdict = S['Verdict'];
export type Risk = S['Risk'];
export type Source = Merged<S['Source']> & { kind: S['Source']['kind'] };
export type Actor = Merged<S['Actor']> & { kind: S['Actor']['kind'] };
export type FileState = S['FileState'];
export type FileView = Full<S['FileView']>;
export type CommandView = Full<S['CommandView']>;
export type ItemView = Omit<Full<S['ItemView']>, 'op'> & { op: Args };
export type SetView = Omit<Full<S['SetView']>, 'items' | 'source'> & { items: ItemView[]; source: Source };
export type SetSummary = Full<S['SetSummary']>;
export type Receipt = Omit<Full<S['Receipt']>, 'change_set'> & { change_set: SetView };
export type EntryItem = Full<S['EntryItem']>;
export type EntryView = Omit<Full<S['EntryView']>, 'actor'> & { actor: Actor };
export type Head = S['Head'];
/** Body `details` of a 409 `undo_conflict`. */
export interface UndoConflict { drift: Drift[]; in_the_way: { entry: number; n: number; label: string; at: string }[] }
export type VerifyReport = Full<S['VerifyReport']>;
export interface ClarifyOption { value: any; label: string }
export interface ClarifySection { kind: string; options: ClarifyOption[] }
export type Clarify = Omit<Full<S['Clarify']>, 'sections'> & { sections: ClarifySection[] };
export type Consumed = S['Consumed'];
export type ClarifySelection = Omit<Full<S['ClarifySelection']>, 'values'> & { values: unknown[] };
export type Mode = S['Mode'];
export type RunStatus = S['RunStatus'];
export type RunView = Omit<Full<S['RunView']>, 'clarify'> & { clarify: Clarify | null };
export type SessionState = S['SessionState'];
export type Plan = Full<S['Plan']>;
export type PlanEdited = Full<S['PlanEdited']>;
export type SessionView = Full<S['SessionView']>;
export interface ErrorBody { error: string; message: string; details?: any; hint?: string | null }
export type Priority = S['Priority'];
export type ChecklistItem = Full<S['ChecklistItem']>;
export type Recurrence = Full<S['Recurrence']>;
/** What a file item changes (crates/edits): rows are capped, hunks are all there. */
export interface DiffSpan { text: string; emphasis: boolean }
export interface DiffRow { kind: 'context' | 'removed' | 'added'; old_line: number | null; new_line: number | null; spans: DiffSpan[]; eol: string | null }
export interface DiffHunk { number: number; old_start: number; old_lines: number; new_start: number; new_lines: number; added: number; removed: number; rows: DiffRow[] }
export interface TextDiff { added: number; removed: number; hunks: DiffHunk[]; more: number }
export interface ItemDiff { diff: TextDiff | null; proposed: TextDiff | null; kept: number[] | null }
export type UsageTotal = Full<S['UsageTotal']>;
export type CallUsage = Full<S['CallUsage']>;
export type WorkspaceView = Full<S['WorkspaceView']>;
/** Something went wrong in a run and was dealt with. */
export interface Recovery { what: string; message: string; hint: string | null }
/** A model as `GET /api/models` lists it (crates/llm). */
export interface ModelStatus { name: string; displayName: string; provider: string; place: 'local' | 'hosted'; lamp: 'up' | 'down' | 'unknown'; reason: string | null }
/** What a probe found out (crates/llm). */
export interface Capabilities { structured: string; tools: boolean; vision: boolean; thinking: boolean; logprobs: boolean; context: number | null }
/** One call of a model as it was sent and answered (crates/assistant). */
export interface ModelCall { stage: string; role: string; messages: { role: string; content: string }[]; schema: unknown; sections: { name: string; tokens: number; cut: boolean }[]; raw: string; finish: unknown; parsed: unknown; repairs: string[]; dropped: string[]; violations: string[]; min_logprob: number | null; usage: unknown; prompt_cut: boolean; error: string | null; model: string | null }
/** A todo, or one date of a series (then with masterId and occurrenceDate). */
export type Todo = Omit<Full<S['Todo']>, 'status'> & { status: S['Status']; masterId?: number; occurrenceDate?: string };
export type Settings = Full<S['Settings']>;
export type SettingsView = Full<S['SettingsView']>;
export type Status = Full<S['ServerStatus']>;

export interface Interpretation { decision: string; ops: Args[]; question: string | null; sections: ClarifySection[]; consumed: Consumed[] }
export interface RunEvent { kind: string; data: any }
/** One turn of the thread: a run, with what the page knows beyond RunView. */
export interface Turn { key: string; id: string | null; message: string; mode: Mode; status: RunStatus; stage: string | null; decision: string | null; text: string; set: number | null; clarify: Clarify | null; consumed: Consumed[]; warnings: Problem[]; chosen: string[] | null; error: ErrorBody | null; model: string | null; usage: UsageTotal | null; recoveries: Recovery[]; traced: boolean }
