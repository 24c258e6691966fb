//! The frames. A pattern is words set apart by spaces: `a|b_c` is either, `x?` may be missing, `~` is the name of one
//! todo or of several, `@` a date or time that must stand there (elsewhere one may stand anywhere), `%` a length of
//! time, `^` a level of priority, `<did>` a verb in the past that fits the title, `<doing>` its gerund. Contractions are two words; words
//! that only colour are passed over.

use crate::interpret::lexicon::{PAST, one_of};
use crate::interpret::target::{content, inflections};

/// What becomes of the todos that a frame names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(in crate::interpret) enum Deed {
    Skip,
    Delete,
    Complete,
    /// Reported as done, on a day that was.
    Did,
    Reopen,
    Move,
    Due,
    Stop,
    Level,
    Estimate,
    Note,
    Label,
    Unlabel,
    Unlabelled,
    /// A line for a checklist.
    Item,
    /// The same, where only the todo's having a checklist tells that a line is meant.
    ItemOf,
    Check,
    Uncheck,
    Rename,
    /// The same, where only its capital letter tells where the new title begins.
    Named,
    Undue,
    Undate,
    Untimed,
    Unestimated,
    Later,
    /// Told of what is not done.
    Stays,
}

impl Deed {
    /// Whether a date may stand anywhere in the frame.
    pub(super) fn floats(self) -> bool {
        matches!(self, Self::Skip | Self::Did | Self::Move | Self::Due | Self::Stop)
    }

    /// Whether it may hold words between quotation marks.
    pub(super) fn literal(self) -> bool {
        matches!(
            self,
            Self::Note
                | Self::Label
                | Self::Unlabel
                | Self::Item
                | Self::ItemOf
                | Self::Check
                | Self::Uncheck
                | Self::Rename
                | Self::Named
        )
    }

    /// Whether it is read before everything else: its words are a field's, which an order to make a todo may hold too.
    pub(super) fn early(self) -> bool {
        !matches!(self, Self::Later | Self::ItemOf | Self::Check)
    }

    /// Whether it is where the todo's name stands in front of a colon.
    pub(super) fn headed(self) -> bool {
        matches!(self, Self::ItemOf | Self::Check)
    }

    /// Whether it can be nothing but a change, though its words would make a title.
    pub(super) fn plain(self) -> bool {
        !matches!(self, Self::Move | Self::Due | Self::Did)
    }

    /// Whether it says nothing without a date.
    pub(super) fn dated(self) -> bool {
        matches!(self, Self::Move | Self::Due | Self::Stop)
    }
}

pub(super) const FRAMES: &[(Deed, &[&str])] = &[
    (
        Deed::Skip,
        &[
            "i|we? can|will|am|are not able_to|be_able_to? make|attend|do|join|go_to|come_to|get_to|make_it_to|be_at|be_there_for|be_going_to|going_to|go_at|come_at ~",
            "i|we? am|are unable_to make|attend|do|join|go_to|come_to|get_to|make_it_to ~",
            "i|we? am|are? not going_to|doing|attending|coming_to|joining ~",
            "i|we will|have_to|am_going_to|am|are_going_to|need_to|want_to|would_like_to miss|skip|sit_out|pass_on|drop|cancel|leave_out|missing|skipping ~ just? that_one|this_one|that_time|once?",
            "give|giving ~ a miss|a_pass|a_rest",
            "there is|will_be|shall_be|is_to_be no ~",
            "we do not have ~",
            "no ~ for_me|for_us|then",
            "~ will|does|do not happen|take_place|be_happening|be_held|be_on|occur",
            "~ is|are|was|were off|cancelled|canceled|out",
            "~ is|are not happening|taking_place|on|held|going_to_happen",
            "~ is|are|was|were|gets|got|has_been|have_been|will_be|being cancelled|canceled|called_off|skipped|off|dropped|scrapped|postponed_indefinitely",
            "~ falls_through|falls_out|fell_through|drops_out|is_a_no|off",
            "take|have|taking|having @ off from ~",
            "take|give|have me? a_break|time_off|off|leave from ~",
            "take|leave me out_of|off ~",
            "skip|drop|cancel|remove|delete|leave_out|miss|lose just|only that_one|this_one|it|that|this_time",
            "without me|us at ~",
        ],
    ),
    (
        Deed::Delete,
        &[
            "i|we? do|will not need|want|require ~ any_more|anymore|any_longer|after_all|now|on_my_list|on_the_list|on_there?",
            "i|we no_longer need|want|require|have_to_do|need_to_do|want_to_do ~",
            "i|we shall|will|am|are no_longer be? needing|need|requiring|require|wanting|want ~",
            "i|we? do|will not need_to_do|have_to_do|want_to_do|need_to|have_to|want_to ~ any_more|anymore|any_longer|after_all|now",
            "no|not_any need|use for|of|to_do|in ~ any_more|anymore|any_longer|after_all|now?",
            "there is no need|point|use for|of|in|to_do|doing ~ any_more|anymore|after_all|now?",
            "~ is|are no_longer needed|necessary|required|relevant|wanted|happening|of_interest|on_the_table",
            "~ is|are not needed|necessary|required|relevant|wanted|happening any_more|anymore|any_longer|after_all|now",
            "~ is|are not needed|necessary|required|relevant|wanted",
            "~ is|are|has|have become? obsolete|irrelevant|redundant|moot|superfluous|pointless",
            "~ can|may|should|must|could|needs_to|need_to|has_to|have_to go|die",
            "~ can|may|should|must|could|needs_to|need_to|has_to|have_to be|get deleted|removed|dropped|scrapped|binned|trashed|tossed|erased|taken_off|thrown_out|thrown_away|cancelled|canceled",
            "~ can|may|should|must|could|needs_to|need_to come|go|disappear|vanish off|from|away? the|my? list|todos|todo_list",
            "lose|ditch ~ then?",
            "take|get|strike|cross|kick|throw|move|pull|have|knock ~ off|out|out_of|off_of|away_from|from|away the|my|this? list|todos|todo_list|tasks",
            "take|throw|kick|chuck|toss|get|pull ~ out|away|off",
            "take|get|leave me off|out_of ~ for_good|forever|permanently|completely|altogether",
            "delete|cancel|drop|quit|stop|remove|scrap|kill ~ for_good|forever|permanently|completely|altogether|entirely",
            "delete|cancel|drop|remove|scrap the|my? whole|entire ~ series?",
            "delete|cancel|drop|remove|scrap ~ series",
            "get_rid_of|do_away_with|dispose_of|drop|scrap|delete|remove ~",
            "you|u can|could|may delete|remove|drop|scrap|bin|trash|lose|toss|take_off|get_rid_of ~",
            "you|u can|could|may take|throw|get ~ off|out|away the|my? list?",
        ],
    ),
    (
        Deed::Complete,
        &[
            "~ can|may|should|must|could be|get ticked|checked|crossed|marked|closed|ticked_off|checked_off|crossed_off|completed|closed_out|marked_done|marked_as_done|marked_as_complete|marked_as_completed|marked_complete|set_to_done",
            "~ is|are|was|were|have_been|has_been all|both|each done|finished|completed|complete|sorted|through|taken_care_of|dealt_with|handled|wrapped_up|settled|over|sorted_out",
            "~ all|both done|finished|completed|complete|sorted|taken_care_of|dealt_with|handled|wrapped_up|settled",
            "that|this does_it|is_it for ~",
            "you|u can|could|may tick|check|cross|mark|close ~ off|as_done|done|as_complete|as_completed|complete",
            "tick|check|cross|mark ~ off|as_done|done|as_complete|as_completed|complete|to_done|as_finished|finished",
            "put|set ~ as_done|done|as_complete|as_completed|complete|to_done|as_finished|finished",
            "i|we am|are|have? got? through|done|finished|over|rid with|of? ~",
            "~ is|are|was|were|has_been|have_been|got? handed_in|turned_in|sent_in|sent_off|dropped_off|filed|submitted|posted_off",
            "i|we? have? handed_in|turned_in|sent_in|sent_off|dropped_off ~",
        ],
    ),
    (
        Deed::Did,
        &[
            "i|we have? <did> ~",
            "<did> ~",
            "~ i|we have? <did> it|that|them|those|one?",
            "~ is|are|was|were|has_been|have_been|got|gets <did>",
            "managed_to|i_managed_to|got_to|i_got_to do|finish|complete ~",
        ],
    ),
    (
        Deed::Reopen,
        &[
            "~ is|are|was|were not done|finished|completed|complete|ready|over yet|after_all|though|at_all?",
            "~ is|are not all? done|finished|completed|complete yet|after_all|though?",
            "put|set|bring|move|get|have|add|place ~ back on|to|onto|in|into? the|my? list|open|todos|todo_list|todo|open_list?",
            "i|we have|did not <did> ~ yet|after_all|though|in_the_end?",
            "i|we have|did not <do> ~ after_all|though|in_the_end",
            "~ is|are|was|were|has|have not been? <did> yet|after_all|though|in_the_end?",
            "i|we have|did not finished|done|finish|do|complete|completed ~ yet|after_all|though?",
            "~ needs|has to_be|to done|redone|be_done|be_redone|reopened again",
            "~ needs|need to_be? redoing|redone|reopening|reopened",
            "~ needs|need|wants|want <doing> again",
            "~ needs|need|wants|want doing|redoing again",
        ],
    ),
    (
        Deed::Level,
        &[
            "~ is|are|become|becomes|gets|get|has_become|goes_to|go_to|drops_to|drop_to|goes_down_to|goes_up_to|moves_to|got|goes ^ priority|prio? for_me?",
            "~ should|must|needs_to|need_to|has_to|have_to|can|could|will|ought_to|is_to|are_to be|become|get|have|go|go_to a|at|to|on? ^ priority|prio?",
            "~ to|at|on|as|all|both|on_to ^ priority|prio?",
            "~ all|both|each? ^ priority|prio?",
            "~ has|have|gets|get|deserves|deserve|takes|take|needs a|top? ^ priority|prio",
            "treat|consider|regard|see|count|class|make|set|mark|put|have|give|raise|lower|bump|drop|change|turn|take|bring|move|demote|promote|downgrade|upgrade ~ to|as|at|on|into|up_to|down_to|back_to|up|down? ^ priority|prio?",
            "^ priority|prio? for|on|to|goes_to ~",
            "it|that|this? is|are? ^ priority|prio?",
            "drop|lower|raise|change|set|put|bring|take|make|move|increase|decrease|reduce|bump|cut|turn the? priority|prio|importance|urgency of|for|on ~ up|down|back? to|from? ^",
            "drop|lower|raise|change|set|put|bring|take|make|move|increase|decrease|reduce|bump|cut|turn ~ priority|prio|importance|urgency up|down|back? to ^",
            "~ is|are|do|does not need_to_be|have_to_be|need|have? that|so|as|very|all_that? ^ ^ is|will|would fine|ok|okay|enough|do|be_enough|be_fine|sufficient",
            "^ is|are fine|enough|ok|okay|sufficient|plenty|good_enough for ~",
            "drop|lower|raise|change|set|put|bring|take|make|increase|decrease|reduce|bump|cut|turn the|its? priority|prio|importance|urgency up|down|back? to ^",
            "set|make|put|mark|flag it|that|this? to|as|at|on|is? ^ priority|prio?",
            "the? priority|prio of|for|on ~ is|should_be|to|goes_to|becomes? ^",
        ],
    ),
    (
        Deed::Estimate,
        &[
            "~ will|should|would|could|might|is_going_to|is_supposed_to|is_gonna take|need|last|run|require|be|be_more_like|take_more_like me|us|you? about|around|roughly|approximately|some|at_least|maybe|up_to|at_most? %",
            "~ takes|needs|lasts|requires|runs|took|is me|us? about|around|roughly|approximately|some|up_to? %",
            "it|that|this? will|should|would|could|might take|need|last|require me|us|you? about|around|roughly|approximately|some|up_to? %",
            "it|that|this? takes|needs|lasts|requires me|us? about|around|roughly|approximately|some|up_to? %",
            "i|we? reckon|think|guess|estimate|figure|expect ~ takes|will_take|needs|at|to_take|to_be|is|will_need about|around|roughly? %",
            "plan|allow|reserve|budget|block|allocate|set_aside about|around|roughly? % for ~",
            "i|we? need|have|want|will_need|should_need|would_need about|around|roughly|some? % for|to_do|to_finish|on|to_write ~",
            "~ is|are about|around|roughly|some|maybe? % of_work|long|in_total|of_effort?",
            "estimate|estimated_time|effort|duration|length|time_estimate|time_needed|time_required of|for|on ~ is|to|should_be|becomes? about|around|roughly? %",
            "about|around|roughly? % for|on ~",
            "knock|bring|cut|drop|lower|trim|reduce|raise|bump|push|put|take the|its? estimate|time|duration of|for|on ~ up|down|back? to %",
            "knock|bring|cut|drop|lower|trim|reduce|raise|bump|push|put|take the|its? estimate|duration up|down|back? to %",
            "give|allow|allocate ~ about|around|roughly? % each|apiece?",
            "~ est|estimate|estimated|eta at|to|is? about|around|roughly? %",
        ],
    ),
    (
        Deed::Stop,
        &[
            "~ ends|end|stops|stop|finishes|finish|runs|run|goes|goes_on|continues|lasts|runs_until|is_over until|till|after|on|by|with|only_until?",
            "~ will|should|is_going_to|is_to|are_to|shall|can|must come_to_an_end|cease|end|stop|finish|run|go_on|continue|last|be_over until|till|after|on|only_until?",
            "the? last|final ~ is|will_be|takes_place|happens|falls? on?",
            "~ only until|till|through",
            "~ for|on? the_last_time",
        ],
    ),
    (
        Deed::Due,
        &[
            "~ has|have|need|needs|must|should|ought|is|are|got to? be done|finished|in|ready|complete|completed|sent|submitted|handed_in|filed|over|sorted|out|paid|settled|there|wrapped_up by|before",
            "~ has_to|have_to|needs_to|need_to|must|should|ought_to|is_to|are_to be|get <did> by|before",
            "~ should|must|shall|will|is_to|are_to fall|become due by|on|before?",
            "~ is|are|becomes|will_be|should_be|gets due|needed by|on|before?",
            "the? deadline|due_date|due of|for|on ~ is|moved_to|moves_to|changed_to|changes_to|becomes|was_moved_to|got_moved_to|should_be|goes_to|will_be|has_moved_to? now?",
            "i|we need|want|must_have|have_to_have ~ by",
            "~ due|due_date|deadline is|was|has|has_been|got? moved|changed|extended|pushed|brought_forward|now|set to|back_to|until?",
            "i|we need|want|have|must to? have|get ~ done|finished|ready|sorted|completed|over_with|out_of_the_way by|before",
            "get|have|finish ~ done|finished|ready|sorted|completed|over_with|out_of_the_way? by|before",
        ],
    ),
    (
        Deed::Move,
        &[
            "~ can|could|may|should|must|will|would|has_to|have_to|needs_to|need_to|is_going_to|are_going_to|is_gonna|ought_to|might_as_well|had_better|would_better|is_to|are_to wait|happen|be|be_done|come|start|begin|go|take_place|be_tackled|move|be_moved|be_pushed|be_postponed|shift|get_moved|get_pushed|follow|get_done|be_rescheduled|be_shifted|be_handled|be_at|stay_until until|till|to|on|at|for|by|back? ",
            "~ can|could|will only come|make_it|do|happen|be_done|be|start|begin",
            "~ only? can|could|will only? do|make|offer|manage|see_me|see_us|fit_me_in|fit_us_in|come|have_time|have_a_slot",
            "~ only? has|have|got time|a_slot|an_opening|space|room?",
            "~ starts|start|begins|begin|happens|takes_place|comes|is_coming|are_coming|is_on|goes|kicks_off|is_happening|is_planned|is_scheduled|is_set|is_now|are_now|is_going_ahead|follows|arrives|opens|meets on|at|for|to?",
            "~ gets|get|got|is|are|was|were|has_been|have_been|is_being|had_to_be|will_be|being pushed|moved|shifted|postponed|rescheduled|put_off|bumped|delayed|changed|moved_up|brought_forward|pushed_back|rebooked|switched|transferred|set to|until|till|for|on|back_to?",
            "~ moves|goes|shifts|slips|slides|switches|changes|jumps to|onto|until|till|over_to|back_to",
            "i|we am|are|will|would|want|can|could|have|need|must|might|had|plan|intend|prefer|going to|going_to|rather|better|like_to|gonna|planning_to|only|now? do|have|tackle|handle|finish|take_care_of|get_to|deal_with|take|work_on|start|attend|manage|see_to|get_around_to|sort|make ~",
            "~ i|we am|are|will|would|want|can|could|have|need|must|might|had|plan to|going_to|rather|better|like_to|gonna|planning_to|only|prefer_to? do|have|tackle|handle|finish|take_care_of|get_to|deal_with|take|work_on|start|manage|see_to|get_around_to|sort|make it|that|them? on|at?",
            "~ i|we will|would|can|could|want_to|need_to|have_to|must|had_better|am_going_to|am_gonna|would_rather? <do> it|that|them?",
            "i|we will|would|can|could|want_to|need_to|have_to|must|am_going_to|would_rather <do> ~ instead|then|rather|now",
            "do|have|tackle|handle|schedule|plan|put|place|set|slot|book|make|take|pencil|move|get|shift|bring|push ~ in|down|off|over|back|up|forward? to|for|on|onto|at|until|till? instead|then|rather|now|please?",
            "~ instead|rather",
            "the? date|time|day|appointment|slot|start|start_time of|for ~ is|moved_to|moves_to|changed_to|changes_to|becomes|was_moved_to|should_be|goes_to|will_be|has_changed_to? now?",
            "change|set|move|switch|push|shift|put the|my? date|time|day|appointment|slot|start_time of|for|on ~ to|at|for|back_to|until?",
            "let_us|lets do|have|make|take|put|move|push|say|plan ~ on|for|to|at?",
            "~ has|have|got|was_given|were_given|was|with? a? new|different|another? date|time|day|slot|appointment",
        ],
    ),
];

pub(super) const STAYS: &[(Deed, &[&str])] = &[(
    Deed::Stays,
    &[
        "~ is|are|was|were|has|have not been? <did> yet|so_far|though|still?",
        "~ is|are|was|were|has|have not been? done|ready|complete|in|there yet|so_far|though|still?",
        "i|we have|did not <did> ~ yet|so_far|though|still?",
        "i|we have|did not <do> ~ yet|so_far|though|still?",
        "i|we have|did not done|finish|do|get_to|gotten_to|got_around_to|started|start|touched ~ yet|so_far|though|still?",
        "~ will never be? <did>|done|finished|ready?",
        "nobody|no_one has? <did> ~ yet?",
        "~ stays|stay|remains|remain put|where_it_is|where_they_are|as_it_is|as_is|as_they_are|the_same|unchanged|as_planned",
        "leave|keep|let ~ alone|as_is|as_it_is|where_it_is|as_planned|be for_now|for_the_moment|for_the_time_being|today|a_while?",
    ],
)];

/// Verbs in the past that say of any appointment or thing that it is done.
const ANY: &str =
    "did|had|finished|completed|attended|sorted|handled|cleared|accomplished|settled|made|done|managed|ticked";

/// Whether a verb says that what a title asks for was done (or is to be: `do`): it is the title's own verb, or the
/// title has none.
pub(super) fn does(verb: &str, title: &str) -> bool {
    let words = content(title);
    let Some(first) = words.first() else { return false };
    let own = |word: &str| inflections(word).iter().any(|w| w == first) || word == first;
    if own(verb) {
        return true;
    }
    // "get the cylinders swapped"
    if one_of(first, "get|have") && words.iter().any(|w| w == verb) {
        return true;
    }
    // "paid the electricity bill", "took the vitamins": the thing alone stands in the title.
    const PAID: &str = "bill|invoice|rent|fee|fees|tax|taxes|insurance|fine|deposit|dues|subscription";
    let nothing = !crate::interpret::bare::is_everyday(first);
    nothing && (one_of(verb, ANY) || verb == "paid" && words.iter().any(|w| one_of(w, PAID)))
        || one_of(verb, "did|finished|completed|sorted|handled|done|accomplished")
}

/// Whether a word could be what is done: "vacuuming".
pub(super) fn is_doing(word: &str) -> bool {
    word.len() > 5 && word.ends_with("ing") && inflections(word).iter().any(|w| crate::interpret::bare::is_everyday(w))
}

/// Whether a verb in the past is the same word as its base.
pub(super) fn is_present(word: &str) -> bool {
    PAST.iter().any(|(past, base)| *past == word && past == base)
}

/// Whether a word could be a verb in the past.
pub(in crate::interpret) fn is_past(word: &str) -> bool {
    PAST.iter().any(|(past, _)| *past == word)
        || one_of(word, ANY)
        || word.len() > 4 && word.ends_with("ed") && !one_of(word, "need|indeed|overdue")
}
