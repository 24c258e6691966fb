//! What is wrong with an input, told so that a person (or a model) can mend it.

use serde::{Deserialize, Serialize};
use std::borrow::Cow;

/// One defect of an operation, a field or a request: a stable code (REQUIREMENTS F), what failed,
/// and what to do about it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "openapi", derive(utoipa::ToSchema))]
pub struct Problem {
    /// Stable machine code, e.g. `invalid_scheduledFor`.
    #[cfg_attr(feature = "openapi", schema(value_type = String))]
    pub code: Cow<'static, str>,
    /// What failed, for a person.
    pub message: String,
    /// What to do next.
    pub hint: String,
    /// JSON pointer into the operation, where one part is to blame.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
}

impl Problem {
    /// A problem whose hint is the standing one of its code.
    pub fn new(code: &'static str, message: impl Into<String>) -> Self {
        Self { code: Cow::Borrowed(code), message: message.into(), hint: hint(code).to_owned(), path: None }
    }

    /// The same problem, located at a JSON pointer such as `/scheduledFor`.
    #[must_use]
    pub fn at(mut self, path: impl Into<String>) -> Self {
        self.path = Some(path.into());
        self
    }

    /// The same problem with a hint of its own.
    #[must_use]
    pub fn hinting(mut self, hint: impl Into<String>) -> Self {
        self.hint = hint.into();
        self
    }
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{} ({})", self.message, self.code)
    }
}

/// The standing hint of a code. Every code the core emits has one (tested).
pub fn hint(code: &str) -> &'static str {
    match code {
        "placeholder" => "The secret was kept from the model and cannot be put back here. Change that place by hand.",
        "content_lost" => "Reject it and ask for it again; or put back an earlier copy of the data folder.",
        "template" => "Say what belongs there instead, or reject it.",
        "invalid_title" => "Give a title of 1 to 500 characters.",
        "invalid_notes" => "Notes are text of at most 20 000 characters.",
        "invalid_scheduledFor" => "Use a real calendar date, YYYY-MM-DD, or null.",
        "invalid_dueDate" => "Use a real calendar date, YYYY-MM-DD, or null.",
        "invalid_timeOfDay" => "Use 24-hour time, HH:MM, or null.",
        "invalid_priority" => "Use low, medium or high.",
        "invalid_status" => "Use open, in_progress, groomed, blocked, on_hold, done or rejected.",
        "missing_reason" => "Say why: a blocked or on-hold todo needs a reason.",
        "invalid_estimate" => "Use whole minutes from 1 to 1440, or null.",
        "invalid_labels" => "Labels are short texts; at most 20 of at most 60 characters.",
        "invalid_checklist" => "A checklist is a list of titles of 1 to 400 characters.",
        "checklist_item_not_found" => "Name a checklist item by its id or its exact title.",
        "invalid_recurrence" => {
            "Use {\"type\":\"weekly\",\"interval\":1,\"byDay\":[\"MO\"]}; type none, daily, weekly, monthly or yearly."
        }
        "missing_anchor_for_recurrence" => "A repeating todo needs scheduledFor, the date it starts on.",
        "invalid_completed" => "Use true or false.",
        "invalid_id" | "missing_or_invalid_id" => "Name the todo by its number, e.g. \"id\": 5.",
        "id_not_found" => "List the todos to see what there is.",
        "not_found" => "List what there is and try again.",
        "invalid_query" => "Give a search text.",
        "invalid_from" | "invalid_to" => "Use a real calendar date, YYYY-MM-DD, and from not after to.",
        "invalid_occurrenceDate" => "Use a date on which this todo occurs, YYYY-MM-DD.",
        "not_repeating" => "This todo does not repeat; use complete or update.",
        "use_complete_occurrence_for_repeating" => {
            "A repeating todo is completed one date at a time: use complete_occurrence with occurrenceDate."
        }
        "invalid_op" => {
            "Use create, update, delete, complete, set_status, complete_occurrence, skip_occurrence, move_occurrence, bulk_update, bulk_complete, bulk_delete or undo."
        }
        "invalid_edit" => "Send the edit again in one of the forms that the item takes.",
        "not_here" => "Files and commands wait for a signature: send them to POST /api/change-sets.",
        "invalid_path" => "Give a path relative to the workspace, with / between folders and without ..",
        "protected_path" => {
            "Git's own files, keys, .env files and this program's data are never touched, whoever signs."
        }
        "unknown_workspace" => "Open the folder first, or name one of the open workspaces.",
        "file_not_found" => "Look at its name and its folder. A new file is proposed with its whole content.",
        "file_exists" => "Choose another name, or change the file that is there.",
        "not_a_file" => "Only regular files are changed: no folders, links, devices or pipes.",
        "too_large" => {
            "Files up to 20 MB (20 000 000 bytes) are read and changed here. Change it yourself, or split it; nothing has been changed."
        }
        "missing_base" => "Read the file first, and send its hash as \"base\".",
        "gone" => "Reject the item. Nothing has been changed.",
        "edit_conflict" => {
            "Look at both with `show`, then write the text you want, have it proposed again, or reject it. Nothing has been changed."
        }
        "put_back" => "Sign the items and apply them again. Nothing has been changed.",
        "session_deleted" => "Restore it first, or begin another.",
        "proposed_again" => {
            "Look at that change set: it says what was applied, and it can be taken back or asked for again."
        }
        "file_and_folder" => "Take back what was done there last by itself, then the rest. Nothing has been changed.",
        "rewind_behind" => "Propose going back again: then that goes as well.",
        "not_expired" => "Decide what waits in it as it is; only what waited too long is proposed anew.",
        "empty_answer" => "Answer it in words, or stop the run.",
        "not_read" => "Call read_file for it, then propose the change again.",
        "damaged_text" => "Write it again, or ask anew: a character of it was lost on the way.",
        "base_changed" => "Somebody changed the file since it was read. Read it again and propose anew.",
        "same_file_twice" => "Put all changes to a file into one operation.",
        "folder_not_found" => "Name a folder of the workspace, or leave it out to run in its root.",
        "no_sandbox" => "Run `countersign doctor` to see why; the command can still be signed and run.",
        "preview_too_large" => "Sign the command itself, or name a smaller folder as the workspace.",
        "path_taken" => "Give one of the two another path, or leave it out.",
        "edit_refused" => "Look at the file as it is now, and propose an edit that fits exactly one place.",
        "truncated" => "The text was cut. Nothing of it was used; ask again.",
        "invalid_content" => "Send the whole text as \"content\".",
        "invalid_mode" => "Permissions are a number such as 420, or an octal text such as \"644\".",
        "invalid_command" => "Send the command as one line of text.",
        "command_ran" | "commands_stay" => {
            "Look at what it did, and change that yourself. Tried first (run --preview), a command's changes are signed, and can be undone."
        }
        "repository_read_only" => {
            "Run it in a terminal of your own. Changes of files are proposed, signed and undone here without git."
        }
        "never_runs" => "This is refused whoever signs it. Run it yourself if you must.",
        "invalid_operation" => "An operation is a JSON object with \"op\" and its arguments.",
        "unknown_field" => "Remove the field or correct its name.",
        "missing_set" => "Say what to change: \"set\": {…} with at least one field.",
        "nothing_to_change" => "Name at least one field to change.",
        "invalid_set_priority" => "In set, priority is low, medium or high.",
        "invalid_set_scheduledFor" => "In set, scheduledFor is YYYY-MM-DD or null.",
        "invalid_set_timeOfDay" => "In set, timeOfDay is HH:MM or null.",
        "invalid_set_recurrence" => "In set, recurrence is an object with a known type.",
        "invalid_where_object" => {
            "where is an object with at least one condition; to mean everything say \"all\": true."
        }
        "invalid_options" => "options is {\"mode\", \"clarify\", \"streamSummary\"}, each of which may be left out.",
        "invalid_where_ids" => "where.ids is a non-empty list of todo numbers.",
        "invalid_where_title_contains" => "where.title_contains is a non-empty text.",
        "invalid_where_overdue" => "where.overdue is true or false.",
        "invalid_where_scheduled_range" => {
            "where.scheduled_range is {\"from\": date, \"to\": date} with at least one of them."
        }
        "invalid_where_scheduled_range_from" => "where.scheduled_range.from is YYYY-MM-DD.",
        "invalid_where_scheduled_range_to" => "where.scheduled_range.to is YYYY-MM-DD, not before from.",
        "invalid_where_due_range" => "where.due_range is {\"from\": date, \"to\": date} with at least one of them.",
        "invalid_where_priority" => "where.priority is low, medium or high, or a list of them.",
        "invalid_where_labels" => "where.labels is a non-empty list of labels.",
        "invalid_where_completed" => "where.completed is true or false.",
        "invalid_where_repeating" => "where.repeating is true or false.",
        "invalid_where_status" => "where.status is a status or a list of them.",
        "invalid_where_all" => "where.all can only be true, and stands alone.",
        "no_targets" => "No todo matches. Loosen the conditions, or list the todos first.",
        "invalid_needs" => "Give a list of numbers of operations that stand before this one in the request, from 1.",
        "invalid_move" => "Give to.date, to.time or both.",
        "invalid_undo" => {
            "Name what to undo: a batch (the number of an applied entry of the history) or an item (14.2)."
        }
        "already_exists" => "A todo with that number is there already.",
        "needs_recovery" => {
            "It is tried again by itself, at every start and each minute while the server runs, until all files are new or all are as they were. Free some space, or put the folder back and make it writable; to give it up, close the workspace."
        }
        "needs_missing_item" => "The item this one needs is not in this change set.",
        "invalid_body" => "Send a JSON object.",
        "missing_operations" => "Send {\"operations\": […]} with at least one operation.",
        "too_many_operations" => "Split the request: at most 10 000 operations at a time.",
        "invalid_operations" => {
            "Correct the operations listed under details and send them again. Nothing has been changed."
        }
        "invalid_item" => "Edit the item so that it can be done, or reject it.",
        "invalid_reason" => "A reason is text of at most 2 000 characters.",
        "malformed_line" | "unterminated_todo" | "invalid_todo" | "invalid_timestamp" => {
            "Mend this place in the file and import it again; the rest was read."
        }
        "duplicate_uid" => "Two entries claim to be the same todo; the first one was read.",
        "title_shortened" | "notes_shortened" | "checklist_shortened" | "labels_dropped" => {
            "The file says more than a todo holds; look at the item before you sign it."
        }
        "recurrence_kept" | "zone_of_series_kept" | "override_without_series" | "range_kept" => {
            "What could not be followed is kept and written back on export."
        }
        "events_ignored" => "Only to-dos are imported from a calendar, not events.",
        "unknown_zone" => "The times were read as wall-clock times.",
        "number_not_kept" => {
            "Whole numbers from 1 to 1 000 000 000 are kept; this todo gets the next free one. Look at the item before you sign it."
        }
        "invalid_json" => "The file is not JSON; name its format, or mend it.",
        "not_icalendar" => "The file holds no calendar; name its format, or choose another file.",
        "invalid_args" => "Look at the tool's description, and give its arguments as it names them.",
        "unknown_tool" => "Use one of the tools that were named.",
        "invalid_rule" => "Name the words that a command must begin with, or a folder for files.",
        "invalid_subscription" => "Use label:NAME, #NUMBER of a todo, or is:overdue.",
        "not_an_image" => "Give a whole PNG, JPEG, WebP or GIF. Nothing has been kept.",
        "image_too_large" => "Pictures have up to 20 MB and 16 384 points a side. Nothing has been kept.",
        "no_image_model" => {
            "Name a model under roles.image in models.json, or give one the capability \"image\": a server that knows /v1/images/generations."
        }
        "no_vision_model" => {
            "Name a model under roles.vision in models.json, or give one the capability \"vision\"; then send the message again."
        }
        "too_many_images" => "Ask for fewer at once. Nothing has been made.",
        "cancelled" => "Try it again when you want it.",
        "given_image" => "Ask for a new picture in your own words. Nothing has been made.",
        "no_images" => "Select pictures, or name them. Nothing has been changed.",
        "nothing_about" => "Name a todo by its number or by words of its title. Nothing has been changed.",
        "rule_too_wide" => "Add words to it, so that it says one thing. Nothing has been changed.",
        "rule_never" => {
            "What destroys, runs a shell or reaches what guards you is never let through by a rule; sign it each time."
        }
        "rule_network" => "What a rule lets through has no network, in which this could only fail; sign it each time.",
        "rule_example" => "Mend the example or the rule; both must say the same. Nothing has been changed.",
        "rule_ground" => "Look at it again: it is counted anew, or withdrawn. Nothing has been changed.",
        "rule_ended" => "Sign the item yourself, or make a new rule.",
        "invalid_expiry" => "Give a number of days from 1 to 366.",
        "invalid_cap" => "Give how often it may be used, from 1.",
        "not_a_person" => "Make rules in the page or in the terminal.",
        "not_todoist" => "The first line of a Todoist CSV names its columns: TYPE,CONTENT,…",
        "unreadable_plan" => {
            "Give a Markdown document with the sections of a plan; `plan export` writes one. Nothing has been changed."
        }
        "invalid_plan" => "Add what is missing, or set the status back to planning. Nothing has been changed.",
        "plan_too_large" => "Shorten the plan's log. Nothing has been changed.",
        "rejected_before" | "deferred_before" | "expired_before" => "Leave it out, unless it is wanted after all.",
        "waits_already" | "same_text" => "Leave it out: the same waits for a decision already.",
        "no_effect" => "Leave it out: it is so already.",
        "title_exists" => "Change the todo of that title, or choose another title.",
        "needs_refused" => "Send it together with what it needs, or leave both out.",
        "rule_refused" => "Leave it out: a rule says that it is not proposed.",
        _ => "Correct the request and send it again.",
    }
}
