// The shapes on the wire (crates/core: wire.rs, change_set.rs, todo.rs, settings.rs).
export type Json = null | boolean | number | string | Json[] | { [k: string]: Json };
export type Args = Record<string, any>;
export interface Counts { add: number; change: number; delete: number; run: number }
export interface Blast { creates: number; updates: number; deletes: number; reversible: boolean }
export interface Problem { code: string; message: string; hint: string; path?: string }
export interface FieldChange { field: string; before: Json; after: Json }
export interface TodoPreview { id: number | null; title: string; before_exists: boolean; after_exists: boolean; fields: FieldChange[] }
export interface Drift { id: number; title: string; field: string; base: Json; now: Json; proposed: Json }
export type ItemStatus = 'invalid' | 'pending' | 'confirmed' | 'rejected' | 'deferred' | 'retracted' | 'drifted' | 'blocked' | 'applying' | 'applied' | 'failed' | 'unknown' | 'undone' | 'expired';
export type SetStatus = 'pending' | 'partially_resolved' | 'resolved' | 'expired';
export type Verdict = 'confirmed' | 'rejected' | 'deferred' | 'retracted' | 'undecided';
export type Risk = 'none' | 'some' | 'high';
export interface Actor { kind: 'user' | 'agent' | 'system'; via?: string; name?: string }
export interface Source { kind: 'request' | 'direct' | 'compat' | 'import' | 'undo' | 'rewind'; format?: string; entries?: number[]; to?: number }
export interface BulkTarget { id: number; title: string; excluded: boolean }
export interface ItemView {
  n: number; id: string; kind: string; verb: 'add' | 'change' | 'delete' | 'run'; op: Args; label: string; target: string; why: string;
  status: ItemStatus; reason: string | null; digest: string; needs: number[]; problems: Problem[]; warnings: Problem[]; targets: BulkTarget[];
  risk: Risk; reversible: boolean; preselected: boolean; preview: TodoPreview[]; preview_total: number; drift: Drift[];
  failure: Problem | null; applied_by: number | null; decided_at: string | null; decided_by: Actor | null;
}
export interface SetView {
  id: number; title: string; source: Source; status: SetStatus; version: number; digest: string; run: string | null; session: string | null;
  counts: Counts; blast: Blast; items: ItemView[]; created_at: string; expires_at: string; resolved_at: string | null;
}
export interface SetSummary { id: number; title: string; source: Source; status: SetStatus; counts: Counts; open: number; signed: number; risk: Risk; created_at: string; expires_at: string }
export interface Confirmation { token: string; counts: { deletes: number; updates: number }; expires_at: string }
export interface OpResult { n: number; ok: boolean; op: string; label: string; todo: Todo | null; count: number | null; expanded_ids: number[] | null; problem: Problem | null }
export type Outcome = 'nothing_changed' | 'applied' | 'rolled_back' | 'needs_recovery' | 'unknown';
export interface Receipt { outcome: Outcome; change_set: SetView; entry: number | null; hash: string | null; results: OpResult[]; summary: { created: number; updated: number; deleted: number; completed: number }; text: string }
export interface EntryItem { n: number; label: string; ok: boolean; verdict: Verdict | null; reason: string | null; changes: TodoPreview[]; changes_total: number; undoable: boolean; problem: Problem | null }
export interface EntryView { seq: number; at: string; actor: Actor; kind: string; set: number | null; title: string; items: EntryItem[]; undoable: boolean; prev: string; hash: string }
export interface Head { seq: number; hash: string }
export interface InTheWay { entry: number; n: number; label: string; at: string }
export interface UndoConflict { drift: Drift[]; in_the_way: InTheWay[] }
export interface VerifyReport { ok: boolean; entries: number; head: Head | null; broken: { seq: number; what: string; message: string } | null }
export interface ClarifyOption { value: any; label: string }
export interface ClarifySection { kind: string; options: ClarifyOption[] }
export interface Clarify { question_id: string; question: string; sections: ClarifySection[]; options: { id: number; title: string; scheduledFor: string | null }[] }
export interface Consumed { text: string; as: string }
export interface ClarifySelection { ids: number[]; date: string | null; priority: Priority | null; values: Json[] }
export type Mode = 'auto' | 'chat' | 'plan';
export type RunStatus = 'running' | 'waiting' | 'done' | 'failed' | 'cancelled' | 'interrupted';
export interface RunView { id: string; session: string; status: RunStatus; mode: Mode; message: string; decision: string | null; text: string | null; change_set: number | null; clarify: Clarify | null; consumed: Consumed[]; created_at: string; finished_at: string | null }
export interface SessionView { id: string; title: string; runs: number; waiting: boolean; created_at: string; updated_at: string }
export interface ErrorBody { error: string; message: string; details?: any; hint?: string }
export type Priority = 'low' | 'medium' | 'high';
export type TodoStatus = 'open' | 'in_progress' | 'groomed' | 'blocked' | 'on_hold' | 'done' | 'rejected';
export interface ChecklistItem { id: string; title: string; checked: boolean }
export interface Recurrence { type: 'none' | 'daily' | 'weekly' | 'monthly' | 'yearly'; interval: number; byDay: string[]; byMonthDay: number[]; until: string | null; count: number | null; anchor: 'schedule' | 'completion' }
export interface Todo {
  id: number; uid: string; title: string; notes: string; scheduledFor: string | null; timeOfDay: string | null; dueDate: string | null; priority: Priority;
  status: TodoStatus; completed: boolean; statusReason: string | null; estimate: number | null; labels: string[]; checklist: ChecklistItem[]; recurrence: Recurrence;
  completedDates: string[]; skippedDates: string[]; moved: Record<string, { date: string; time: string | null }>; version: number; createdAt: string; updatedAt: string;
  masterId?: number; occurrenceDate?: string;
}
export interface DayParts { morning: string; noon: string; afternoon: string; evening: string; night: string }
export interface Settings { zone: string | null; weekStart: 'monday' | 'sunday' | 'saturday'; dateOrder: 'mdy' | 'dmy' | 'ymd' | null; dayParts: DayParts; defaultUntil: 'none' | 'endOfYear' | '+1y'; nextMonth: 'firstDay' | 'sameDay'; applyAsISign: boolean; singleKeys: 'on' | 'off'; language: string | null }
export interface SettingsView { settings: Settings; effective: { zone: string; today: string; now: string } }
export interface Status { version: string; zone: string; today: string; now: string; planner: boolean; model: string | null; inbox: number; todos: number; head: Head | null }
export interface Interpretation { decision: string; ops: Args[]; question: string | null; options: any[]; sections: ClarifySection[]; warnings: (string | Problem)[]; consumed: Consumed[] }
export interface RunEvent { kind: string; data: any }
/** One turn of the thread: a run, with what the page knows beyond RunView. */
export interface Turn { key: string; id: string | null; message: string; mode: Mode; status: RunStatus; stage: string | null; decision: string | null; text: string; set: number | null; clarify: Clarify | null; consumed: Consumed[]; warnings: Problem[]; chosen: string[] | null; error: ErrorBody | null }
