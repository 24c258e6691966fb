//! Work that an assistant could be asked to do itself and that is a person's own all the same, by what it is about:
//! "fix the sink", "find a plumber", "open a bank account", "plan mom's birthday". Of other things a model says ("fix the test").

use super::lexicon::one_of;
use super::text::Clause;
use crate::dates::{self, Clock};

/// Things and places at home, of which nobody else takes care.
const HOME: &str = "sink|tap|faucet|toilet|shower|bathtub|drain|leak|pipe|pipes|boiler|heater|heating|radiator|furnace|thermostat|\
    dishwasher|fridge|freezer|oven|stove|microwave|kettle|toaster|washer|dryer|vacuum|door|doors|doorbell|doorknob|window|\
    windows|blinds|curtain|curtains|curtain rod|roof|gutter|gutters|chimney|fence|gate|shed|deck|patio|porch|balcony|\
    driveway|wall|walls|ceiling|floor|carpet|rug|tile|tiles|lamp|lamps|bulb|light|lights|fan|shelf|shelves|drawer|drawers|\
    cabinet|cabinets|cupboard|closet|wardrobe|chair|chairs|couch|sofa|bed|mattress|mirror|lock|bike|bicycle|scooter|car|\
    van|truck|tire|tires|tyre|tyres|bumper|brakes|windshield|headlight|lawn|lawnmower|mower|sprinkler|hose|garden|yard|\
    garage|attic|basement|cellar|kitchen|bathroom|bedroom|playroom|living room|house|apartment|room|desk|workbench|pantry|\
    laundry|dishes|dresser|bookshelf|toys|glasses|watch|necklace|zipper|button|jacket|coat|jeans|trousers|pants|dress|\
    shirt|shoes|boots|suitcase|umbrella|backpack|keys|wallet|passport|charger";

/// Days that are held for somebody.
const FEASTS: &str = "birthday|birthday party|birthday dinner|anniversary|wedding|engagement|party|shower|christening|baptism|\
    graduation|funeral|retirement|farewell|surprise|housewarming";

/// Whom one looks for to have something done, or looked after.
const TRADES: &str = "plumber|electrician|carpenter|painter|roofer|gardener|landscaper|cleaner|handyman|contractor|builder|\
    mechanic|locksmith|mover|movers|tailor|photographer|caterer|florist|dj|band|babysitter|nanny|sitter|dog walker|pet sitter|\
    dentist|doctor|therapist|physio|vet|lawyer|accountant|notary|tutor|coach|trainer|teacher|hairdresser|barber|flatmate|\
    roommate|tenant|lodger|venue|apartment|flat|parking space|kindergarten|daycare|nursery|gift|present|birthday present";

/// What is written by hand.
const CARDS: &str = "cards|card|postcards|postcard|invitations|invitation|invites|diary|journal";

/// Behind these stands more about a thing that is named already.
const MORE: &str = "for|in|at|on|of|with|from|near|by|under|behind|before|after|and";

/// Whether the words from a verb on are about something that is the person's own to do.
pub(super) fn is_own(c: &Clause, at: usize) -> bool {
    let from = c.any(at + 1, "the|a|an|my|our|some|that|this|new|old|up|out").unwrap_or(at + 1);
    let end = (from..c.len())
        .find(|i| one_of(c.word(*i), MORE) || c.found.iter().any(|f| c.toks_of(&f.span).start == *i))
        .unwrap_or(c.len());
    let Some(last) = end.checked_sub(1).filter(|last| *last >= from && end - from <= 4) else { return false };
    let plain = (from..end).all(|i| c.toks.get(i).is_some_and(|t| !t.quoted && (t.after.is_none() || i == last)));
    let named = |list: &'static str| one_of(c.word(last), list) || last > from && one_of(c.slice(last - 1..end), list);
    let whose =
        (at + 1..last).any(|i| c.word(i).ends_with("'s") || c.word(i).ends_with("’s") || one_of(c.word(i), "my|our"));
    let thanks = (from..last).any(|i| one_of(c.word(i), "thank-you|thanks|you|thank"));
    plain
        && match c.word(at) {
            "find" | "hire" | "get" if named(TRADES) => true,
            "fix" | "find" | "tidy" | "sort" | "arrange" | "rearrange" | "prepare" | "tidy-up" => named(HOME),
            "open" => named("account") && one_of(c.word(last - 1), "bank|savings|checking|current|joint|deposit"),
            "plan" | "organize" | "organise" => whose && named(FEASTS),
            "write" => named(CARDS) || thanks && named("notes|note|letters|letter"),
            "design" | "choose" | "pick" => named("invitations|wallpaper|curtains|wedding dress|wedding ring"),
            _ => false,
        }
}

/// "talk to Sam about the budget", "speak with the landlord": to somebody who has a name or a place in one's life. "talk
/// to Sam about next month" may be planned for then.
pub(super) fn is_with_somebody(c: &Clause, at: usize, clock: &Clock) -> bool {
    const PEOPLE: &str = "mom|mum|dad|mother|father|grandma|grandpa|sister|brother|wife|husband|boss|manager|landlord|neighbour|\
        neighbor|neighbours|neighbors|doctor|teacher|coach|lawyer|accountant|bank|school|team|kids|parents";
    if !one_of(c.word(at), "talk|speak") || !one_of(c.word(at + 1), "to|with") {
        return false;
    }
    let about = c.seek(at + 2, "about").is_some_and(|(_, end)| dates::whole(c.slice(end..c.len()), clock).is_some());
    let who = c.any(at + 2, "the|my|our").unwrap_or(at + 2);
    let capital = c.slice(who..c.len().min(who + 1)).starts_with(char::is_uppercase);
    !about && who < c.len() && (one_of(c.word(who), PEOPLE) || who == at + 2 && capital)
}
