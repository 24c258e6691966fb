//! Sentences in Chinese, Japanese and Korean: what denies is a part of a word, or no blanks part the words, so that
//! the parts are looked for as they are written.

/// What denies, with the deed it is of; what it is of; and words of others that are left alone.
struct Script {
    denies: &'static [&'static str],
    this: &'static [&'static str],
    others: &'static [&'static str],
    back: &'static [&'static str],
}

const SCRIPTS: [Script; 3] = [
    // Chinese.
    Script {
        denies: &["不要", "不会", "不应", "不该", "不能", "不可", "不得", "不再", "别", "拒绝", "请勿", "禁止", "忽略"],
        this: &[
            "执行",
            "这样做",
            "这么做",
            "这个操作",
            "该操作",
            "此操作",
            "以下",
            "上述",
            "运行",
            "这条指令",
            "该指令",
        ],
        others: &["其他", "其它", "别的", "另外", "额外"],
        back: &["算了", "等等，不", "不对", "还是不了"],
    },
    // Japanese.
    Script {
        denies: &[
            "しません",
            "行いません",
            "しない",
            "行わない",
            "できません",
            "べきではありません",
            "いけません",
            "無視し",
        ],
        this: &["これ", "それ", "この操作", "この指示", "以下", "上記", "実行"],
        others: &["他の", "ほか", "その他", "以外", "追加"],
        back: &["やめておきます", "やめます", "取り消します", "やっぱりなし"],
    },
    // Korean.
    Script {
        denies: &["하지 않", "않겠", "하지 마", "하면 안", "거부", "무시"],
        this: &["이것", "그것", "이 작업", "이 명령", "다음", "위의", "실행", "이를"],
        others: &["다른", "추가", "그 외"],
        back: &["취소합니다", "취소할게요", "그만두겠습니다"],
    },
];

/// Whether a sentence says that what it points at is not to be done.
pub(super) fn denies(sentence: &str) -> bool {
    let has = |list: &[&str]| list.iter().any(|part| sentence.contains(part));
    SCRIPTS.iter().any(|script| !has(script.others) && (has(script.back) || (has(script.denies) && has(script.this))))
}

/// What is called an example.
const EXAMPLES: [&str; 9] = ["例如", "比如", "举例", "示例如下", "例えば", "たとえば", "예를 들어", "예시", "一个例子"];

/// Whether a clause names an example.
pub(super) fn names_an_example(clause: &str) -> bool {
    EXAMPLES.iter().any(|part| clause.contains(part))
}
