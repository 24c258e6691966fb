page-zone-now = In use: { $zone }. Changing it moves no todo.
page-zone-machine = The machine's
page-opt-week-monday = Monday
page-opt-week-sunday = Sunday
page-opt-week-saturday = Saturday
page-order-hint = A date with two readings is asked about, unless you choose one.
page-opt-order-ask = Ask me
page-opt-order-dmy = 5 June
page-opt-order-mdy = May 6
page-opt-order-ymd = Year first
page-opt-next-firstDay = its first day
page-opt-next-sameDay = the same day
page-until-hint = When you do not say until when.
page-opt-until-none = never
page-opt-until-endOfYear = at the end of the year
page-opt-until-1y = after one year
page-part-morning = Morning
page-part-noon = Noon
page-part-afternoon = Afternoon
page-part-evening = Evening
page-part-night = Night
page-asisign-hint = Signing an item also applies it, at once.
page-keys-hint = Letters such as y and n act on the row that has the focus.
page-opt-theme-auto = As the system
page-opt-theme-light = Light
page-opt-theme-dark = Dark
page-opt-language-auto = As the browser
page-import = Import
page-import-text = A file becomes a change set that you review; nothing is imported before you sign.
page-import-format = Format
page-import-guess = Find out
page-import-file = File
page-import-paste = Or paste text
page-import-button = Import text
page-import-nothing = There is nothing to import.
page-import-big = The file is larger than 30 MB.
page-import-same = { $n ->
    [one] 1 todo is there already, as it is in the file.
   *[other] { $n } todos are there already, as they are in the file.
}
page-import-problems = { $n ->
    [one] 1 place of the file could not be read and is left out.
   *[other] { $n } places of the file could not be read and are left out.
}
page-about = About
page-about-version = Version
page-about-model = Model
page-about-planner = none: the built-in planner answers
page-about-todos = Todos
page-about-ledger = Ledger head
page-about-no-ledger = empty
page-models = Models
page-models-none = Built-in planner only
page-models-none-text = Plain sentences about todos need no model. For the rest, give it one:
page-models-how-ollama = Start Ollama on this machine and pull a model; it is found at the next start.
page-models-how-env = Or name a server and its model, and start again:
page-models-how-file = Or describe models, roles and prices in this file of the data folder:
page-models-probe = Probe
page-models-probing = Asking…
page-models-for = Used for { $roles }
page-models-idle = Used for nothing
page-lamp-up = answers
page-lamp-unknown = not asked yet
page-role-router = routing
page-role-propose = proposing
page-role-repair = repairing
page-role-chat = answering
page-role-summarise = summarizing
page-role-plan = planning
page-role-execute = carrying out steps
page-role-supervise = supervising commands
page-role-vision = looking at pictures
page-role-image = making pictures
page-can-context = reads { $n } tokens
page-form-schema = keeps to a form
page-form-json_mode = writes JSON
page-form-prompt_only = is asked for a form
page-can-tools = tools
page-can-vision = images
page-can-thinking = thinks first
page-can-logprobs = says how sure it is
page-wake-hint = The built-in planner then looks at your todos and proposes. Empty: only when you say so.
page-attention-hint = After many signatures within a few seconds. Counted in this page only.
page-wakeon-hint = label:NAME, #NUMBER of a todo, or is:overdue, with commas between them. Labels are the lists of todos.
page-notice-hint-on = One silent notification when something was proposed while this page is in the background.
page-notice-hint-off = One silent notification when something was proposed while this page is in the background.
page-notice-hint-denied = The browser blocks notifications of this page; its settings change that.
page-notice-hint-never = This browser has no notifications.
page-megabytes-hint = In megabytes. At 85 % an extension is offered.
page-mirror-hint = Writes plan_doc.md, chat_history.log and session.json of each conversation beside the data.
page-taken = What became of proposals
page-taken-planner = Built-in planner
page-taken-line = kept { $hits } of { $n } messages decided; items: { $signed } signed, { $rejected } rejected, { $undone } undone

## Servers of tools (MCP)
page-mcp = Other tools (MCP)
page-mcp-text = Programs whose tools agents may use, named in mcp.json beside the database. What changes something waits for your signature.
page-mcp-none = None is named in
page-mcp-idle = not started
page-mcp-running = runs
page-mcp-failed = failed
page-mcp-off = switched off
page-mcp-free = Not confined: it can do what you can.
page-mcp-confined = Confined: no network, writes only in a folder of its own.
page-mcp-elsewhere = Runs elsewhere: what a call holds goes there, and this program does not confine it.
page-mcp-at-idle = not asked yet
page-mcp-at-running = answers
page-mcp-at-test = Ask for its tools
page-mcp-tools = { $n ->
    [one] 1 tool
   *[other] { $n } tools
}
page-mcp-looks = looks
page-mcp-signed = waits for a signature
page-mcp-reads = Agents may call what only looks without asking
page-mcp-test = Start and list tools
