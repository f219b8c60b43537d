#include "commands/man_notes.hpp"

namespace semsite {

constinit const ManNotes kPlanNotes{
    .description =
        "Reads robots.txt, sitemaps with their extensions, signposts and descriptions "
        "of datasets, and weighs the ways in which each dataset can be had: dump, "
        "fragments, SPARQL or crawl.",
    .examples =
        "The same for a program:\n"
        "semsite plan --format json https://example.org/ | jq .sites",
    .exit_status =
        "0\nEvery dataset has a way that can be used.\n"
        "1\nSome have none, or a sitemap could not be read.\n"
        "3\nNothing was found."};

constinit const ManNotes kFetchNotes{
    .description =
        "Plans as semsite plan does, then gets the data by the chosen way, verifies it "
        "and writes it with the graph it belongs to. A way that fails falls through to "
        "the next.\n\n"
        "The same command again goes on with a run that was broken off, or refreshes: "
        "what has not changed is not fetched again.",
    .examples =
        "Everything of a site, with an account of the run:\n"
        "semsite fetch https://example.org/ -o example.nq.gz --report run.json\n"
        "What has changed since the last run, for a store:\n"
        "semsite fetch https://example.org/ -o example.nq --changes changes.ru",
    .files =
        "OUTPUT.part\nWhat came so far; gets the name OUTPUT when it is whole.\n"
        "OUTPUT.state\nWhat later runs need; semsite status tells what is in it.",
    .exit_status =
        "0\nEvery dataset is complete.\n"
        "1\nSome are not, statements were skipped, or a budget ended the "
        "run.\n"
        "3\nNo dataset gave anything, or the output cannot be written."};

constinit const ManNotes kConvertNotes{
    .description =
        "The syntax is told by content, not by name. Several inputs become "
        "one output, in their order.",
    .examples =
        "Turtle from standard input:\n"
        "curl -s https://example.org/data.ttl | semsite convert --syntax turtle "
        "--base https://example.org/data.ttl -",
    .files = "OUTPUT.part\nWhat was converted so far.",
    .exit_status =
        "0\nNo fault.\n"
        "1\nA fault was skipped, or a document broke off.\n"
        "3\nAn input could not be read at all, or the output not written."};

constinit const ManNotes kSliceNotes{
    .description =
        "Memory is bounded by --memory; the rest goes through sorted "
        "temporary files. The same command goes on after a kill.",
    .files = "OUTPUT.part\nBecomes OUTPUT when it is whole."};

constinit const ManNotes kLoadNotes{
    .description =
        "Asks the store what it takes: the Graph Store Protocol, N-Quads as "
        "a whole, or SPARQL Update. The same command goes on where it was "
        "broken off.",
    .examples =
        "Log in, and put new graphs in the place of old ones:\n"
        "semsite load dump.nq --to https://store.example/ --user me:secret "
        "--replace",
    .files = "FILE.load\nHow far the load has come; semsite status tells what is in it.",
    .exit_status =
        "0\nEverything is in the store.\n"
        "1\nStatements were skipped or refused, or --verify found a "
        "difference.\n"
        "3\nThe store cannot be reached, or fails on."};

constinit const ManNotes kInspectNotes{
    .description = "What a document is, is told by its content.",
    .examples =
        "The links of a page:\n"
        "semsite inspect https://example.org/ | jq .",
    .exit_status = "0\nRead whole.\n1\nRead in part.\n3\nNot read."};

constinit const ManNotes kStatusNotes{
    .description =
        "Reads only, and keeps no run from its work: a run that is going on "
        "can be looked at.",
    .examples =
        "What a run does, every ten seconds:\n"
        "watch -n 10 semsite status --state example.nq.state",
    .files =
        "OUTPUT.state\nThe state of semsite fetch -o OUTPUT.\n"
        "FILE.load\nThe state of semsite load FILE.",
    .exit_status =
        "0\nThe last run came to its end and has everything.\n"
        "1\nSomething is missing, or the run did not come to its end.\n"
        "3\nThere is no such state, or it cannot be read."};

constinit const ManNotes kCompletionNotes{
    .examples =
        "For zsh, into a folder of $fpath:\n"
        "semsite completion zsh > ~/.zfunc/_semsite\n"
        "For fish:\n"
        "semsite completion fish > ~/.config/fish/completions/semsite.fish",
    .exit_status = "0\nThe script was printed."};

constinit const ManNotes kManNotes{
    .description = "Without COMMAND, the page of semsite itself.",
    .examples =
        "All pages, for a folder of MANPATH:\n"
        "semsite man --dir ~/.local/share/man/man1",
    .exit_status = "0\nThe page was printed."};

}  // namespace semsite
