page-lib-find = Find in these outputs
page-lib-sort = Sort by
page-lib-sort-created_at = newest first
page-lib-sort-size_chars = longest first
page-lib-sort-tool_name = by tool
page-lib-command = Command
page-lib-empty = No output is stored yet.
page-lib-empty-text = Long answers of tools and what commands print are kept here. A file can be kept, too:
page-lib-chars = { $n ->
    [one] 1 character
   *[other] { $n } characters
}
page-lib-elements = { $n ->
    [one] 1 element
   *[other] { $n } elements
}
page-lib-failed = failed
page-lib-count = { $n } of { $total }
page-lib-kind-json = JSON
page-lib-kind-json_lines = JSON lines
page-lib-kind-text = text
page-lib-back = Library
page-lib-tree = What it holds
page-lib-path = JSONPath
page-lib-path-hint = For example $.items[*].name, $..id or $.items[?@.price > 10].
page-lib-extract = Find values
page-lib-matches = { $n ->
    [0] No value
    [one] 1 value
   *[other] { $n } values
}
page-lib-first = the first { $n } are shown
page-lib-use = Find { $path }
page-lib-words = Lines that hold
page-lib-search = Search
page-lib-lines = { $n ->
    [one] 1 line
   *[other] { $n } lines
}
page-lib-text = The text
page-lib-type-object = object
page-lib-type-array = array
page-lib-type-string = text
page-lib-type-number = number
page-lib-type-boolean = yes or no
page-lib-type-null = nothing
page-lib-found = The values that were found
page-lib-tab-outputs = Stored outputs
page-lib-tab-images = Images
page-lib-dropped = { $size } more not stored
page-lib-files = Files of your folders are not listed here: they stay where they are, and changes to them wait in the inbox.
page-lib-files-open = Open a folder
