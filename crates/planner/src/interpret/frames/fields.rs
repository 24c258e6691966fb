//! The frames that tell of a field of a todo: its note, labels, checklist, title, an empty date, a delay. `*` is free
//! text that is kept as written, `<more>` an amount of time that is added.

use super::table::Deed;

pub(super) const FRAMES: &[(Deed, &[&str])] = &[
    (
        Deed::Note,
        &[
            "add|put|write|attach|stick|leave|make|set|jot|append|include down? a|the? note|comment|remark to|on|for|in|at|with ~ that_says|saying|that|which_says|to_say|reading|to? *",
            "add|put|write|attach|jot|stick|append|include|note down? * to|in|into|on|onto|under the|my|its? notes|note|comments|description of|for|on|in|to ~",
            "add|put|write|attach|jot|stick|append|include|note down? * to|in|into|on|onto|under ~ notes|note|comments|description",
            "add|put|attach|write|append|include * as a|the? note|comment|remark to|on|for|in|of ~",
            "in|into|to|on the? notes|note|description|comments of|for|on ~ write|put|add|note|say *",
            "in|into|to|on ~ notes|note|description write|put|add|note|say *",
            "give|leave ~ a|the note|comment|remark that_says|saying|that? *",
            "~ needs|gets|should_have|should_get a|the? note|comment|remark that_says|saying|that? *",
            "update|edit|extend ~ with a|the? note|comment|remark that_says|saying? *",
            "comment|remark on|for ~ *",
            "~ add|put|with|new|write|leave a|the? note|comment|remark that_says|saying|that? *",
        ],
    ),
    (
        Deed::Label,
        &[
            "add|put|attach|stick|set|assign|use|apply the|a|an? * label|tag|labels|tags to|on|onto|for|of ~",
            "add|put|attach|stick|set|assign|apply the|a? label|tag * to|on|onto|for|of ~",
            "add|put|set|use * as a|the? label|tag to|on|for|of ~",
            "give ~ the|a|an? * label|tag",
            "give ~ the|a? label|tag *",
            "~ gets|needs|should_have|should_get|wants|can_have|must_have the|a|an? * label|tag",
            "~ gets|needs|should_have|should_get|wants|can_have|must_have the|a? label|tag *",
            "~ is|are|should_be|must_be|gets|can_be|needs_to_be labelled|labeled|tagged as|with|under? *",
            "file|put|sort|categorize|categorise|class|classify|group ~ under|as the? label|tag? *",
        ],
    ),
    (
        Deed::Unlabelled,
        &[
            "remove|take|delete|drop|strip|clear|get_rid_of|lose|erase|unset all|every|any|all_of the|its? labels|tags|label|tag from|off|on|of|in ~",
            "~ has|have|gets|needs|need no labels|tags any_more|anymore|any_longer|now?",
            "~ do|does not need|have any labels|tags any_more|anymore|any_longer|now?",
            "no|no_more labels|tags for|on ~ any_more|anymore|any_longer|now?",
        ],
    ),
    (
        Deed::Unlabel,
        &[
            "remove|take|delete|drop|strip|clear|get_rid_of|lose|kill|erase|unset the|its? * label|tag|labels|tags from|off|on|of|in ~",
            "remove|take|delete|drop|strip|clear|get_rid_of|lose|kill|erase|unset the|its? label|tag * from|off|on|of|in ~",
            "remove|take|delete|drop|strip * from|off|of the? labels|tags|label|tag of|on|for ~",
            "~ do|does|should|will not need|have|want|carry|get the|a|an? * label|tag any_more|anymore|any_longer|now?",
            "~ should|do|does|is|are not be? labelled|labeled|tagged as|with? * any_more|anymore|any_longer|now?",
            "~ loses|lose|drops the|its? * label|tag",
            "~ no_longer needs|need|has|have|wants the|a? * label|tag",
            "the|its * label|tag on|of|from ~ can|should|must|needs_to|may go|be_removed|be_deleted|come_off|be_dropped",
            "the|its label|tag * on|of|from ~ can|should|must|needs_to|may go|be_removed|be_deleted|come_off|be_dropped",
            "unlabel|untag * on|from|off|of ~",
            "~ remove|drop|delete|lose the? * label|tag",
            "~ remove|drop|delete|lose the? label|tag *",
        ],
    ),
    (
        Deed::Item,
        &[
            "add|put|include|write|stick|throw|get|append|insert * to|on|onto|in|into|under the|my|its? checklist|check_list|items|steps|subtasks of|for|in|on|from|at|to ~",
            "add|put|include|write|stick|throw|get|append|insert * to|on|onto|in|into ~ checklist|check_list|items|steps|subtasks",
            "add|put|include|append|insert * as a|an|another|new? new? checklist? item|step|subtask|point|line|entry to|on|in|for|of|under ~",
            "add|put|create|insert|append|make a|an|another|the? new? checklist? item|step|subtask to|on|in|for|of|under ~ called|named|saying? *",
            "add|put|create|insert|append|make a|an|another|the? new? checklist? item|step|subtask called|named|saying? * to|on|in|for|of|under ~",
            "a? new|another checklist? item|step|subtask for|on|in|of ~ *",
            "~ needs|gets|should_have|should_get|should_include|wants * on|in the|its? checklist",
            "* should|must|has_to|needs_to|can|belongs|goes|needs to? go|be|belong? on|onto|in|to|into the|my? checklist of|for|in ~",
            "* should|must|has_to|needs_to|can|belongs|goes|needs to? go|be|belong? on|onto|in|to|into ~ checklist",
            "~ checklist|steps|items|subtasks add|plus|also|needs *",
            "add|put|include|write|insert|append * to|on|onto|in|into the|its checklist|check_list|steps|subtasks",
        ],
    ),
    (
        Deed::ItemOf,
        &[
            "add|put|include|write|stick|throw|append|insert * to|on|onto|in|into|under|for ~ list?",
            "add|put|include|write|stick|throw|append|insert * to|on|onto|in|into|under the? list of|for|in ~",
            "~ needs|could_use|gets|is_missing *",
            "also|and|plus * for|to|on|in ~",
            "in|on|to|under ~ checklist|list? add|include|put *",
            "~ add|include|plus|put *",
            "* should|must|has_to|needs_to|can|belongs|goes to? go|be|belong? on|onto|in|to|into ~ list?",
        ],
    ),
    (
        Deed::Check,
        &[
            "tick|check|cross|mark|set off? * off? as_done|done|as_packed|as_complete|as_checked|complete? on|in|from|of|for|at|off ~ checklist|list?",
            "* is|are|was|were|has_been|have_been? done|packed|finished|ready|bought|complete|ticked|checked|sorted|in on|in|from|of|for ~ checklist|list?",
            "* on|in|of|from|for ~ checklist|list? is|are|was|were|has_been|have_been? done|packed|finished|ready|bought|complete|ticked|checked|sorted|ticked_off|checked_off",
            "~ checklist|list? * is|are|has_been|have_been? done|packed|finished|ready|bought|complete|ticked|checked|sorted",
            "~ tick|check|mark off? * off|as_done|done?",
            "in|on|from|at|under ~ checklist|list? tick|check|cross|mark off? * off|as_done|done?",
        ],
    ),
    (
        Deed::Uncheck,
        &[
            "uncheck|untick|unmark * on|in|from|of|for|at ~ checklist|list?",
            "~ uncheck|untick|unmark *",
            "in|on|from|at|under ~ checklist|list? uncheck|untick|unmark *",
            "* is|are|was|were not done|packed|finished|ready|bought|complete|in yet|after_all|though? on|in|from|of|for ~",
        ],
    ),
    (
        Deed::Rename,
        &[
            "~ should|must|shall|needs_to|has_to|ought_to|could|will be called|named|titled|renamed|retitled to|as|into? *",
            "~ is|are now|henceforth|actually|really called|named|titled|renamed|renamed_to *",
            "change|set|update|make|switch|edit the? title|name|wording of|for|on ~ to|into|as *",
            "change|set|update|make|switch|edit ~ title|name|wording to|into|as *",
            "the? title|name of|for ~ should_be|becomes|must_be|is_now|shall_be|to|should_read|should_say|will_be *",
            "~ title|name should_be|becomes|is_now|must_be|should_read|should_say|will_be *",
            "~ rename|retitle|rename_it|retitle_it|call_it to|as|into? *",
            "change|make|have|let ~ to? say|read *",
        ],
    ),
    (Deed::Named, &["let_us? call|name ~ * instead|from_now_on|now?", "rename|retitle|reword|rephrase ~ *"]),
    (
        Deed::Due,
        &[
            "~ should|must|has_to|needs_to|have_to|need_to|ought_to|got_to be done|ready|finished|complete|completed|in|sent|submitted by|before|until",
        ],
    ),
    (
        Deed::Move,
        &[
            "~ works|work|fits|fit|suits|suit|is|are|would_be|will_be better|best|easier|nicer for_me|for_us?",
            "works|work|fits|suits|is better|best|easier|nicer for ~",
        ],
    ),
    (
        Deed::Undue,
        &[
            "~ has|have|gets|need|needs no|no_more due_date|deadline any_more|anymore|any_longer|now?",
            "~ do|does not need|have|require a|the|its|any? due_date|deadline any_more|anymore|any_longer|now?",
            "no|no_more due_date|deadline any_more|anymore|any_longer|now? for|on|of ~ any_more|anymore|any_longer|now?",
            "~ no|without due_date|deadline",
            "~ without a|its|any due_date|deadline",
            "remove|delete|drop|clear|unset|take|erase|get_rid_of|cancel|lose|strip the|its? due_date|deadline from|of|on|off|for ~",
            "remove|delete|drop|clear|unset|take|erase|get_rid_of|cancel|lose|strip ~ due_date|deadline off|away?",
            "the due_date|deadline of|on|for ~ can|should|must|may go|be_removed|be_deleted|be_dropped|be_cleared",
        ],
    ),
    (
        Deed::Undate,
        &[
            "~ has|have|gets|need|needs no|no_more date|day any_more|anymore|any_longer|now?",
            "~ do|does not need|have|require a|the|its|any? date|day any_more|anymore|any_longer|now|yet?",
            "~ is|are not scheduled|planned|dated any_more|anymore|any_longer|now?",
            "~ is|are no_longer scheduled|planned|dated",
            "no|no_more date|day any_more|anymore|any_longer|now? for|on|of ~ any_more|anymore|any_longer|now?",
            "put|set|move|throw|send ~ back? to|in|into|on? the|my? someday|backlog|no_date",
            "~ can_be|becomes|is_now|should_be unscheduled|undated|someday",
        ],
    ),
    (
        Deed::Untimed,
        &[
            "~ has|have|gets|need|needs no|no_more|no_fixed|no_set time any_more|anymore|any_longer|now?",
            "~ do|does not need|have|require a|the|its|any? time any_more|anymore|any_longer|now?",
            "no|no_more|no_fixed|no_set time any_more|anymore|any_longer|now? for|on|of ~ any_more|anymore|any_longer|now?",
            "remove|delete|drop|clear|unset|take|erase|get_rid_of|lose|strip the|its? time|time_of_day from|of|on|off|for ~",
            "remove|delete|drop|clear|unset|take|erase|get_rid_of|lose|strip ~ time|time_of_day off|away?",
            "make|let ~ be? an? all_day|all-day|whole_day",
            "~ is|can_be|becomes|should_be|will_be an? all_day|all-day|whole_day",
        ],
    ),
    (
        Deed::Unestimated,
        &[
            "~ has|have|gets|need|needs no|no_more estimate|duration any_more|anymore|any_longer|now?",
            "~ do|does not need|have|require a|an|the|its|any? estimate|duration any_more|anymore|any_longer|now?",
            "no|no_more estimate|duration any_more|anymore|any_longer|now? for|on|of ~ any_more|anymore|any_longer|now?",
            "~ no|without estimate|duration",
        ],
    ),
    (
        Deed::Later,
        &[
            "give|allow|grant me|us? <more> for|on|with|to_finish|to_do ~",
            "give|allow|grant ~ <more>",
            "i|we need|want|could_use|would_like|will_need <more> for|on|with|to_finish|to_do ~",
            "~ slips|slip|slides_back|shifts|is_delayed|are_delayed|is_late|are_late|gets_pushed|is_behind|gets_delayed|moves_back|is_postponed|are_postponed by? <by>",
            "~ needs|need|gets|get|takes <more>",
            "<by> more? delay for|on ~",
            "~ <plus>",
        ],
    ),
];
