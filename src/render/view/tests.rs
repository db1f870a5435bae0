use super::*;
use crate::render::fixture;
use crate::rules::window::WindowId;

fn view(parts: &(Situation, Ruling)) -> View {
    View::new(&parts.0, &parts.1, &Links::inside())
}

#[test]
fn the_folded_windows_tell_the_story() {
    let view = view(&fixture::ruled());
    let lines: Vec<String> = view
        .windows
        .iter()
        .map(|w| format!("{}: {}", w.heading, w.outcome))
        .collect();
    let story = [
        "Declare: Ahsoka Tano is the defender",
        "Attack chance: nothing played",
        "Initial roll: 6 4 2 1 1 3",
        "Count hits: 3 hits",
        "Pending damage: 5 pending on Ahsoka Tano",
        "Damage prevention: 1 refused, Ahsoka Tano: 5 → 1 pending, 2 pending on Grand Inquisitor",
        "Damage placement: Ahsoka Tano +1, Grand Inquisitor +2",
        "Unit discard: nobody",
    ];
    assert_eq!(lines, story);
    assert!(
        view.windows
            .iter()
            .all(|w| w.open == (w.id == WindowId::Prevention))
    );
    assert_eq!(
        view.windows.iter().map(|w| w.start).collect::<Vec<_>>(),
        [1, 2, 3, 4, 5, 7, 10, 11]
    );
}

#[test]
fn the_board_shows_what_changed() {
    let view = view(&fixture::ruled());
    let [dark, light] = &view.board.sides;
    let rows = |side: &SideView| -> Vec<String> {
        let units = side
            .units
            .iter()
            .flat_map(|u| u.rows.iter().map(move |r| (u.name.as_str(), r)));
        let pools = side.pools.iter().map(|r| (side.name(), r));
        pools
            .chain(units)
            .map(|(who, r)| format!("{who}: {} {}", r.label, r.words()))
            .collect()
    };
    let inquisitor = "Grand Inquisitor (E)";
    let expected = [
        "Dark Side: Force 1".to_owned(),
        format!("{inquisitor}: Damage 0 → 2 of 5"),
        format!("{inquisitor}: Turned untapped → tapped"),
    ];
    assert_eq!(rows(dark), expected);
    assert_eq!(dark.untouched, ["Reva (A)"]);
    assert_eq!(
        rows(light),
        [
            "Light Side: Force 6 → 0",
            "Ahsoka Tano (H): Damage 0 → 1 of 5"
        ]
    );
}

#[test]
fn dice_stand_in_three_rows() {
    let view = view(&fixture::ruled());
    let [first, last, counted] = &view.dice[0].rows;
    assert_eq!(view.dice[0].heading, "Attack dice of Grand Inquisitor (E)");
    assert_eq!(first.note, "6 dice");
    assert_eq!(last.note, "1 face changed; Critical Hit reads 6");
    assert_eq!(counted.note, "3 hits; 4 or more hits");
    assert_eq!(first.dice[5].class(), "die gone");
    assert_eq!(last.dice[5].class(), "die new");
    assert_eq!(last.dice[0].class(), "die read");
    assert_eq!(last.dice[0].words(), "read by Critical Hit");
    assert_eq!(counted.dice.iter().filter(|die| die.hit).count(), 3);
}

#[test]
fn a_sum_shows_how_the_damage_came_about() {
    let view = view(&fixture::ruled());
    let sums: Vec<String> = view
        .sums
        .iter()
        .map(|sum| format!("{}: {}", sum.unit, sum.words()))
        .collect();
    assert_eq!(
        sums,
        ["Ahsoka Tano (H): 3 hits + 2 Critical Hit − 2 Evade − 2 Deflect = 1"]
    );
}

#[test]
fn every_citation_has_its_provenance() {
    let view = view(&fixture::ruled());
    let steps = || view.windows.iter().flat_map(|w| &w.steps);
    let cites: Vec<&CiteView> = steps().flat_map(|step| &step.cites).collect();
    let evade = cites.iter().find(|cite| cite.label == "evade.1").unwrap();
    assert_eq!(
        (evade.ground, evade.href.as_deref()),
        (Ground::Glossary, Some("/k/evade#evade.1"))
    );
    assert!(!evade.words.is_empty());
    let line = cites
        .iter()
        .find(|cite| cite.ground == Ground::Card)
        .unwrap();
    assert_eq!(
        (line.label.as_str(), line.words.as_str()),
        ("Ahsoka Tano (H), line 2", "4 Force -> Deflect 2")
    );
    assert!(cites.iter().any(|cite| cite.ground == Ground::Hand));
    let classes = |n: u32| steps().find(|step| step.n == n).map(StepView::class);
    assert_eq!(classes(2).as_deref(), Some("step k-pass pass"));
    assert_eq!(classes(6).as_deref(), Some("step dark k-pending"));
    assert_eq!(
        steps().find(|step| step.n == 6).map(|step| step.depth),
        Some(1)
    );
}

#[test]
fn a_waiting_ruling_says_what_it_waits_for() {
    let view = view(&fixture::waiting());
    let request = view.request.unwrap();
    let options: Vec<_> = request
        .options
        .iter()
        .map(|o| (o.index, o.label.as_str(), o.legal))
        .collect();
    assert_eq!(options, [(1, "Pass", true), (0, "Evade 2", false)]);
    assert!(view.unmodelled[0].matters && !view.unmodelled[1].matters);
    assert!(view.reasons[0].text.contains("Prevent what you like."));
    assert!(view.reasons[1].text.starts_with("3 pending on Ahsoka"));
}

#[test]
fn units_of_one_name_are_told_apart() {
    let view = view(&fixture::named("Clone", "Clone"));
    assert_eq!(view.board.sides[0].units[0].name, "Clone [inq]");
    assert_eq!(view.title, "Clone [inq] attacks Clone [ahsoka]");
}

#[test]
fn titles_are_short_whatever_the_names() {
    let view = view(&fixture::named(&"A".repeat(300), &"b ".repeat(150)));
    assert!(view.title.chars().count() <= View::TITLE, "{}", view.title);
    assert!(view.windows.iter().all(|w| w.outcome.chars().count() <= 72));
}
