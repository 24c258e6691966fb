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
export type SignItem = S['SignItem'];
export type Risk = S['Risk'];
export type Source = Merged<S['Source']> & { kind: S['Source']['kind'] };
export type Actor = Merged<S['Actor']> & { kind: S['Actor']['kind'] };
export type FileState = S['FileState'];
export type FileView = Full<S['FileView']>;
export type CommandPreview = Full<S['CommandPreview']>;
export type CommandView = Full<S['CommandView']>;
export type ToolView = Full<S['ToolView']>;
export type ToolServer = Full<S['ToolServer']>;
export type ToolServers = Full<S['ToolServers']>;
export type ItemView = Omit<Full<S['ItemView']>, 'op'> & { op: Args };
export type SetView = Omit<Full<S['SetView']>, 'items' | 'source'> & { items: ItemView[]; source: Source };
export type ItemNews = Omit<Full<S['ItemNews']>, 'view'> & { view: ItemView };
export type SetSummary = Full<S['SetSummary']>;
export type Receipt = Omit<Full<S['Receipt']>, 'change_set'> & { change_set: SetView };
export type EntryItem = Full<S['EntryItem']>;
export type EntryView = Omit<Full<S['EntryView']>, 'actor'> & { actor: Actor };
export type DecisionView = Omit<Full<S['DecisionView']>, 'actor'> & { actor: Actor };
export type Head = S['Head'];
/** Body `details` of a 409 `undo_conflict`. */
export interface UndoConflict { drift: Drift[]; in_the_way: { entry: number; n: number; label: string; at: string }[]; keeps: boolean; deletes: string[] }
export type VerifyReport = Full<S['VerifyReport']>;
export interface ClarifyOption { value: any; label: string }
export interface ClarifySection { kind: string; options: ClarifyOption[] }
export type Clarify = Omit<Full<S['Clarify']>, 'sections'> & { sections: ClarifySection[] };
export type Consumed = S['Consumed'];
export type Where = S['Where'];
export type ClarifySelection = Omit<Full<S['ClarifySelection']>, 'values'> & { values: unknown[] };
export type Mode = S['Mode'] | 'agent' | 'image';
/** A picture (crates/core/src/wire/images.rs). */
export interface ImageVersion { digest: string; kind: 'png' | 'jpeg' | 'webp' | 'gif'; width: number; height: number; bytes: number; originalPrompt: string; revisedPrompt: string | null; url: string | null; timestamp: string; model: string | null; costMillionths: number }
export interface Image extends ImageVersion { id: string; origin: 'made' | 'given'; selected: boolean; session: string | null; run: string | null; n: number; deleted: boolean; earlier: ImageVersion[] }
export type RunStatus = S['RunStatus'];
export type RunView = Omit<Full<S['RunView']>, 'clarify' | 'context' | 'reply' | 'agent' | 'mode' | 'images' | 'given' | 'plan'> & { plan?: PlanEdited | null; images: Image[]; given: Image[]; clarify: Clarify | null; context: WorkContext | null; reply: WorkReply | null; mode: Mode; agent?: AgentView | null };
export interface WorkContext { files: { workspace: string; path: string; hash: string; bytes: number; cut: boolean }[]; left_out: { name: string; why: string; message: string }[]; urls: string[]; images?: { id: string; name: string; digest: string; kind: string; bytes: number; described: boolean }[] }
/** A structured reply about a project (crates/core/src/wire/work.rs). */
export interface WorkReply { summary: string; sections: { heading: string; body: string }[]; steps: { text: string; completed: boolean; items?: number[] }[]; next_steps: { label: string; input_text: string }[]; blocked: { why: string; message: string; parts: { kind: string; target: string; text: string }[] } | null; recovered: string | null }
/** An agent's run (crates/core/src/wire/agent.rs). */
export type StepStatus = 'pending' | 'waiting' | 'running' | 'completed' | 'failed' | 'cancelled';
export interface AgentStep { n: number; title: string; status: StepStatus; result?: string | null; iterations: number }
export interface AgentTool { call: string; step: number; tool: string; args: unknown; status: 'running' | 'completed' | 'failed' | 'queued' | 'denied'; result?: string | null }
export interface AgentThinking { step: number; text: string; confidence?: number | null }
export interface WorkSummary { action: string; details: string; result: string; tools_used?: string[]; criteria?: { description: string; completed: boolean; new?: boolean }[]; decisions?: string[]; rejected?: string[]; goal?: string | null; state: 'pending' | 'saved' | 'discarded' }
export type AgentWait = { kind: 'continue'; done: number; left: number; queued: number } | { kind: 'answer'; question: string; context?: string | null } | { kind: 'approval'; calls: { call: string; tool: string; args: unknown }[] } | { kind: 'summary'; summary: WorkSummary } | { kind: 'subtasks'; choose: boolean; done: number; left: number; failed: number; queued: number };
/** A request in sub-tasks (crates/core/src/wire/subtasks.rs). */
export interface SubTask { subtaskId: string; instruction: string; contextFiles: string[]; writes: string[]; constraints: string[]; dependsOn: string[]; model: 'small' | 'large'; priority: number; status: StepStatus; percent: number; attempts: number; error?: string | null; output?: { fileChanges: string[]; summary: string; tokensUsed: number } | null }
export interface SubTaskPlan { tasks: SubTask[]; executionOrder: string; granularity: string; chosen: string; sizes: { granularity: string; tasks: number; tokens: number; recommended: boolean }[]; ways: { order: string; timeMs: number; cost: number; risk: 'none' | 'some' | 'high'; recommended: boolean }[]; estimatedCost: number; estimatedTimeMs: number; parallel: number; auto: boolean; started: boolean; paused: boolean }
export interface AgentView { subtasks?: SubTaskPlan | null; steps: AgentStep[]; tools: AgentTool[]; told?: string[]; thinking?: AgentThinking | null; wait?: AgentWait | null; summary?: WorkSummary | null }
export type AgentInput = { kind: 'continue'; auto?: boolean; message?: string } | { kind: 'answer'; text: string } | { kind: 'approval'; allow: string[] } | { kind: 'summary'; verdict: string; action?: string; details?: string } | { kind: 'pause' } | { kind: 'stop' } | { kind: 'start'; order?: string; auto?: boolean; parallel?: number } | { kind: 'arrange'; granularity?: string; tasks?: { subtaskId: string; instruction?: string }[] } | { kind: 'retry'; subtask: string; model?: 'small' | 'large' };
/** How full a conversation is, and where it goes on (crates/core/src/wire/meter.rs). */
export interface Gauge { used: number; of: number; percent: number; high: boolean }
export interface SessionMeter { context: Gauge | null; measured: boolean; model: string | null; messages: number; storage: Gauge; stored: number; offer: 'context' | 'storage' | null }
export interface Carried { from?: string | null; text: string; next: string; messages: number; bytes: number }
export interface Bugs { bugs: { id: number; kind: string; what: string; exchange: number; run: string; by: string; description: string; at: string; resolved: boolean }[]; open: number; report: string }
export interface Folder { folder: string | null; edited: string | null; error: string | null }
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
export interface ItemDiff { diff: TextDiff | null; proposed: TextDiff | null; kept: number[] | null; since?: TextDiff | null }
export type UsageTotal = Full<S['UsageTotal']>;
export type CallUsage = Full<S['CallUsage']>;
export type WorkspaceView = Full<S['WorkspaceView']>;
/** Something went wrong in a run and was dealt with. */
export interface Recovery { what: string; message: string; hint: string | null }
/** A model as `GET /api/models` lists it (crates/llm). */
export interface ModelStatus { name: string; displayName: string; provider: string; place: 'local' | 'hosted'; lamp: 'up' | 'down' | 'unknown'; reason: string | null }
/** What a probe found out (crates/llm). */
export interface Capabilities { structured: string; tools: boolean; vision: boolean; thinking: boolean; logprobs: boolean; context: number | null }
/** The model store, as `GET /api/models/store` gives it (crates/engine/src/shelf.rs). */
export interface ModelStore { folder: string; free: number | null; installed: Installed[]; curated: Curated[]; pulls: Pull[]; chosen: string | null }
export interface Installed { name: string; source: string; licence: string; page?: string; sha256: string; pinned: boolean; bytes: number; at: string }
export interface Curated { name: string; title: string; source: string; sha256?: string; bytes: number; download: number; licence: string; licenceUrl: string; memory: number; score?: { right: number; cases: number; of: string }; offered: boolean }
export interface Pull { name: string; source: string; stage: 'waiting' | 'downloading' | 'checking' | 'done' | 'failed' | 'stopped'; received: number; total: number | null; resumed: number; sha256: string | null; problem: Problem | null }
/** What a pull would get (details of `licence_not_confirmed`). */
export interface Offer { name: string; source: string; licence: string; page: string | null; download: number | null; partial: number; sha256: string | null; free: number | null }
/** One call of a model as it was sent and answered (crates/assistant). */
export interface ModelCall { stage: string; role: string; messages: { role: string; content: string }[]; schema: unknown; sections: { name: string; tokens: number; cut: boolean; hash?: string }[]; raw: string; finish: unknown; parsed: unknown; repairs: string[]; dropped: string[]; violations: string[]; min_logprob: number | null; usage: unknown; prompt_cut: boolean; hidden?: Record<string, number>; error: string | null; model: string | null }
/** A todo, one date of a series (then with masterId and occurrenceDate), or a series with the one that is open. */
export type Todo = Omit<Full<S['Todo']>, 'status'> & { status: S['Status']; masterId?: number; occurrenceDate?: string; openOccurrence?: S['Standing'] };
export type Settings = Full<S['Settings']>;
export type SettingsView = Full<S['SettingsView']>;
export type Status = Full<S['ServerStatus']> & { images: boolean };

export interface Interpretation { decision: string; ops: Args[]; question: string | null; sections: ClarifySection[]; consumed: Consumed[]; warnings: string[] }
export interface RunEvent { kind: string; data: any }
/** One turn of the thread: a run, with what the page knows beyond RunView. */
export interface Turn { key: string; id: string | null; message: string; mode: Mode; status: RunStatus; stage: string | null; decision: string | null; text: string; said: string; set: number | null; clarify: Clarify | null; consumed: Consumed[]; where: Where | null; warnings: Problem[]; chosen: string[] | null; error: ErrorBody | null; model: string | null; usage: UsageTotal | null; recoveries: Recovery[]; traced: boolean; context: WorkContext | null; reply: WorkReply | null; agent: AgentView | null; images: Image[]; given: Image[]; painting: { of: number; failed: { n: number; why: string }[] } | null }
export type OutputView = Full<S['OutputView']>;
export type OutputList = Omit<Full<S['OutputList']>, 'outputs'> & { outputs: OutputView[] };
export type Branch = Full<S['Branch']>;
