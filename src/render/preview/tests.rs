use resvg::usvg::{Group, Node};

use super::png::tree;
use super::*;
use crate::render::fixture;
use crate::render::tests::{hostile_views, view};

fn visit<'a>(group: &'a Group, all: &mut Vec<&'a Node>) {
    for node in group.children() {
        all.push(node);
        if let Node::Group(group) = node {
            visit(group, all);
        }
    }
}

#[test]
fn pictures_hold_text_and_shapes_inside_their_frame() {
    for (name, view) in hostile_views() {
        let svg = svg(&view);
        assert!(
            !svg.contains("<script") && !svg.contains("<image") && !svg.contains("href"),
            "{name}"
        );
        let tree = tree(&svg).unwrap_or_else(|error| panic!("{name}: {error}\n{svg}"));
        let mut nodes = Vec::new();
        visit(tree.root(), &mut nodes);
        assert!(
            nodes.iter().any(|node| matches!(node, Node::Text(_))),
            "{name}"
        );
        for node in nodes {
            assert!(!matches!(node, Node::Image(_)), "{name}");
            let bounds = node.abs_bounding_box();
            let inside =
                bounds.left() >= 0.0 && bounds.right() <= 1201.0 && bounds.bottom() <= 630.0;
            assert!(inside, "{name}: {bounds:?}\n{svg}");
        }
    }
}

#[test]
fn the_picture_has_the_size_that_links_announce() {
    let png = png(&view(fixture::ruled())).unwrap();
    assert_eq!(png.get(..8), Some(b"\x89PNG\r\n\x1a\n".as_slice()));
    let number = |at: usize| u32::from_be_bytes(png[at..at + 4].try_into().unwrap());
    assert_eq!((number(16), number(20)), (WIDTH, HEIGHT));
    assert!(png.len() < 120_000, "{}", png.len());
    if let Ok(file) = std::env::var("ARBITER_PREVIEW") {
        std::fs::write(file, &png).unwrap();
    }
}

#[test]
fn the_three_verdicts_differ_without_colour() {
    let edges = [
        VerdictKind::Ruled,
        VerdictKind::Depends,
        VerdictKind::Cannot,
    ]
    .map(|kind| edge(kind, "#000"));
    assert!(edges[0] != edges[1] && edges[1] != edges[2] && edges[0] != edges[2]);
}
