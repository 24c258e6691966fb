# Pictures
page-gallery = { $n ->
    [one] 1 picture
   *[other] { $n } pictures
}
page-image-alt = Picture { $n }: { $prompt }
page-image-alt-given = Given picture { $n }: { $prompt }
page-image-bytes = { $n } kB
page-image-selected = Picture { $n } is selected
page-image-unselected = Picture { $n } is not selected
page-image-select = Select picture { $n }
page-image-anew = Make picture { $n } anew
page-image-progress = { $n } of { $of }
page-image-failed = Picture { $n } failed: { $why }
page-image-save = { $n ->
    [one] Save 1 selected picture
   *[other] Save { $n } selected pictures
}
page-image-revised = Prompt as the provider put it
page-image-earlier = { $n ->
    [one] 1 earlier version is kept
   *[other] { $n } earlier versions are kept
}
page-image-delete = Take away
page-image-deleted = Picture { $n } was taken away.
page-image-prompt = Prompt
page-image-refine = Also
page-image-refine-example = e.g. without text
page-image-anew-note = The new picture takes the place of this one; this one is kept.
page-image-anew-go = Make it
page-image-no-folder = No folder is open to save into. Open one in a terminal, or under Settings:
page-image-workspace = Open folder
page-image-folder = Folder within the open folder; empty = the open folder itself
page-image-save-note = { $n ->
    [one] It becomes { $name }, or the next number that is free. Nothing is written until you sign.
   *[other] They become { $name } and so on, from the next number that is free. Nothing is written until you sign.
}
page-image-propose = { $n ->
    [one] Propose 1 file
   *[other] Propose { $n } files
}
page-image-proposed = { $n ->
    [one] 1 picture is proposed as a file in change set { $id }. Nothing has been changed.
   *[other] { $n } pictures are proposed as files in change set { $id }. Nothing has been changed.
}
page-image-preview = The picture that { $path } would hold
page-attach-kind = { $name } is no PNG, JPEG, WebP or GIF.
page-attach-large = { $name } has more than 20 MB.
page-attach-many = At most { $n } pictures go with a message.
page-attach-added = { $name } goes with the message.
page-attached = Pictures that go with the message
page-attach-remove = Take { $name } out
page-images-empty = No pictures yet
page-images-empty-text = Pictures that you have made, and those that went with messages, are kept here.
page-image-stopped = Stopped. { $n ->
    [0] Nothing has been changed.
    [one] 1 picture was made before, and is kept.
   *[other] { $n } pictures were made before, and are kept.
}
page-image-spent = { $cost } was spent.
page-image-restore = Bring back
page-image-folder-of = Folder within { $name }; empty = { $name } itself
page-attach-mode = Pictures go with messages in mode Auto, Chat or Plan. Take them out, or choose another mode.
page-attach-keeping = Keeping the pictures …
page-images-away = Also those that were taken away
