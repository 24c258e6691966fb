//! The inputs of the tools that every agent has, and their list.

use crate::input::documented;
use crate::tool::{Access, Registry, Tool};

/// Most characters of a file that a write may put (the engine's own limit is higher).
pub const MOST_CONTENT: u64 = 200_000;

documented! {
    /// Reads a file of the workspace, at most 64 KB of it.
    ReadFile {
        /// Path from the root of the workspace.
        path as "path": String, most 400, e.g. "src/main.rs";
        /// `utf-8` or `latin1`. Default: utf-8.
        encoding as "encoding": Option<String>, most 16, e.g. null;
        /// First line to read, from 1.
        from as "from": Option<u64>, most 10000000, e.g. null;
    }
}
documented! {
    /// Lists the files of a folder, with all folders below it; what .gitignore names is left out.
    ListFiles {
        /// The folder. Default: the whole workspace.
        path as "path": Option<String>, most 400, e.g. "src";
        /// Only names that match this, with * and **.
        pattern as "glob": Option<String>, most 200, e.g. null;
    }
}
documented! {
    /// Finds lines in files that hold a text. The counts are exact.
    SearchFiles {
        /// The text, exactly as it stands in the files; upper and lower case are the same.
        query as "query": String, most 200, e.g. "TODO";
        /// Only in this folder or file.
        path as "path": Option<String>, most 400, e.g. null;
    }
}
documented! {
    /// Shows the person's open todos, soonest first.
    ReadTodos {
        /// Only those planned from this day on (YYYY-MM-DD).
        from as "from": Option<String>, most 10, e.g. null;
        /// Only those planned up to this day (YYYY-MM-DD).
        until as "to": Option<String>, most 10, e.g. null;
        /// Completed ones, too. Default: false.
        completed as "completed": Option<bool>, most 1, e.g. null;
    }
}
documented! {
    /// Finds todos by words of their titles and notes.
    SearchTodos {
        /// The words.
        query as "query": String, most 200, e.g. "dentist";
    }
}
documented! {
    /// Shows what this run would change in a file, as a diff; without a path in all files.
    ShowDiff {
        /// Path from the root of the workspace.
        path as "path": Option<String>, most 400, e.g. null;
    }
}
documented! {
    /// Fetches a text from the web. The person is asked about each address.
    Fetch {
        /// The whole address. Put nothing of the person's into it.
        url as "url": String, most 240, e.g. "https://docs.rs/serde";
    }
}
documented! {
    /// Proposes a file with this whole content, new or in place of one that you have read.
    WriteFile {
        /// Path from the root of the workspace.
        path as "path": String, most 400, e.g. "notes/plan.md";
        /// The whole content. Nothing may be left out of it.
        content as "content": String, most 200000, e.g. "# Plan\n";
    }
}
documented! {
    /// Proposes a change of a part of a file. Read the file first.
    EditFile {
        /// Path from the root of the workspace.
        path as "path": String, most 400, e.g. "src/main.rs";
        /// The exact lines to replace, once in the file.
        old as "old": String, most 20000, e.g. "let port = 80;";
        /// What stands there afterwards.
        new as "new": String, most 20000, e.g. "let port = 8080;";
    }
}
documented! {
    /// Proposes to delete a file.
    DeleteFile {
        /// Path from the root of the workspace.
        path as "path": String, most 400, e.g. "old.txt";
    }
}
documented! {
    /// Proposes to rename a file.
    RenameFile {
        /// Path from the root of the workspace.
        path as "path": String, most 400, e.g. "a.txt";
        /// The new path.
        to as "to": String, most 400, e.g. "b.txt";
    }
}
documented! {
    /// Proposes a command. It runs only after the person has signed it: you will not see its output.
    ShellExec {
        /// The command as typed in a shell.
        command as "command": String, most 2000, e.g. "cargo test";
        /// The folder it runs in. Default: the root of the workspace.
        cwd as "cwd": Option<String>, most 400, e.g. null;
    }
}
documented! {
    /// Proposes a new todo.
    TodoCreate {
        /// What is to be done.
        title as "title": String, most 200, e.g. "Call the dentist";
        /// More about it.
        notes as "notes": Option<String>, most 2000, e.g. null;
        /// The day: YYYY-MM-DD, or words such as "next friday".
        scheduled as "scheduledFor": Option<String>, most 40, e.g. "2026-12-01";
        /// The time (HH:MM).
        time as "timeOfDay": Option<String>, most 5, e.g. null;
        /// low, medium or high.
        priority as "priority": Option<String>, most 6, e.g. null;
    }
}
documented! {
    /// Proposes a change of a todo.
    TodoUpdate {
        /// Its number, as read_todos shows it.
        id as "id": u64, most 9007199254740991, e.g. 12;
        /// The new title.
        title as "title": Option<String>, most 200, e.g. null;
        /// The new notes.
        notes as "notes": Option<String>, most 2000, e.g. null;
        /// The new day: YYYY-MM-DD, or words such as "next friday".
        scheduled as "scheduledFor": Option<String>, most 40, e.g. "2026-12-01";
        /// The new time (HH:MM).
        time as "timeOfDay": Option<String>, most 5, e.g. null;
        /// low, medium or high.
        priority as "priority": Option<String>, most 6, e.g. null;
    }
}
documented! {
    /// Proposes to mark a todo as completed; of a repeating one, one day of it.
    TodoComplete {
        /// Its number, as read_todos shows it.
        id as "id": u64, most 9007199254740991, e.g. 12;
        /// Which day of a repeating todo: YYYY-MM-DD. Default: the last one that is due.
        day as "occurrenceDate": Option<String>, most 40, e.g. null;
    }
}
documented! {
    /// Proposes to delete a todo.
    TodoDelete {
        /// Its number, as read_todos shows it.
        id as "id": u64, most 9007199254740991, e.g. 12;
    }
}

documented! {
    /// Proposes goal and acceptance criteria for the plan document, where it has none. The person decides on it with the summary of the work.
    InitializePlan {
        /// What is wanted, in one or two sentences.
        goal as "goal": String, most 400, e.g. "The server greets in five languages";
        /// When it is done, one criterion each.
        criteria as "criteria": Vec<String>, most 10, e.g. ["A test covers each language"];
    }
}
documented! {
    /// Proposes what was decided for the plan document. The person decides on it with the summary of the work.
    UpdatePlan {
        /// What was decided, as "title: why".
        made as "decisions_made": Option<Vec<String>>, most 10, e.g. ["Fluent catalogues: plurals"];
        /// What was decided against, as "title: why"; it is not proposed again.
        rejected as "decisions_rejected": Option<Vec<String>>, most 10, e.g. null;
        /// Acceptance criteria that are met now, word for word.
        met as "criteria_met": Option<Vec<String>>, most 10, e.g. null;
    }
}

impl Registry {
    /// The tools that propose changes of the plan document (S4-13).
    pub fn plan() -> Self {
        Self::of(vec![
            Tool::new::<InitializePlan>("initialize_plan", Access::Write),
            Tool::new::<UpdatePlan>("update_plan", Access::Write),
        ])
    }

    /// The tools that need nothing but the todos.
    pub fn todos() -> Self {
        Self::of(vec![
            Tool::new::<ReadTodos>("read_todos", Access::Read),
            Tool::new::<SearchTodos>("search_todos", Access::Read),
            Tool::new::<TodoCreate>("todo_create", Access::Write),
            Tool::new::<TodoUpdate>("todo_update", Access::Write),
            Tool::new::<TodoComplete>("todo_complete", Access::Write),
            Tool::new::<TodoDelete>("todo_delete", Access::Write),
        ])
    }

    /// The tool that looks outside, for runs whose person named it.
    pub fn outside() -> Self {
        Self::of(vec![Tool::new::<Fetch>("fetch", Access::Outside)])
    }

    /// All tools: those of [`Self::todos`] and those of a workspace.
    pub fn workspace() -> Self {
        let mut all = Self::of(vec![
            Tool::new::<ReadFile>("read_file", Access::Read),
            Tool::new::<ListFiles>("list_files", Access::Read),
            Tool::new::<SearchFiles>("search_files", Access::Read),
            Tool::new::<ShowDiff>("show_diff", Access::Read),
            Tool::new::<WriteFile>("write_file", Access::Write),
            Tool::new::<EditFile>("edit_file", Access::Write),
            Tool::new::<DeleteFile>("delete_file", Access::Write),
            Tool::new::<RenameFile>("rename_file", Access::Write),
            Tool::new::<ShellExec>("shell_exec", Access::Write),
        ]);
        all.extend(Self::todos());
        all
    }
}
