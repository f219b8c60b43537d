// node translate.cjs MODULES JOBS.json
//
// Each job {mapping, source, reduced, old, result}: takes out of a mapping everything that
// calls a named function, writes what is left as `reduced`, translates it to the vocabulary
// that RML had before 2023 (`old`, reading `source`), and has rocketrml run that. MODULES
// is the folder of node_modules. Prints a line of JSON for each job: how many triples maps
// are left, and what went wrong.
const fs = require("fs");
const { createRequire } = require("module");
const [modules, jobs] = process.argv.slice(2);
const load = createRequire(`${modules}/index.js`);
const N3 = load("n3");
const rocketrml = load("rocketrml");
const xpath = load("xpath");

const RML = "http://w3id.org/rml/";
const OLD_RML = "http://semweb.mmlab.be/ns/rml#";
const R2RML = "http://www.w3.org/ns/r2rml#";
const TYPE = "http://www.w3.org/1999/02/22-rdf-syntax-ns#type";
const { namedNode, literal, quad } = N3.DataFactory;
const rml = (name) => namedNode(RML + name);

/** One mapping without its calls. */
function reduced(file) {
  const store = new N3.Store(
    new N3.Parser({ baseIRI: "http://mapping.example/m" }).parse(fs.readFileSync(file, "utf8")));

  /** Does anything that `node` leads to, but other triples maps, call a function? */
  function callsFunction(node, seen = new Set()) {
    if (seen.has(node.value)) return false;
    seen.add(node.value);
    return store.getQuads(node, null, null).some(({ predicate, object }) =>
      predicate.value === `${RML}functionExecution` ||
      (predicate.value !== `${RML}parentTriplesMap` && object.termType !== "Literal" &&
       callsFunction(object, seen)));
  }

  function removeMap(map) {
    store.removeQuads(store.getQuads(map, null, null));
  }

  const maps = () => store.getSubjects(rml("logicalSource"), null, null);
  for (const map of maps()) {
    const [subject] = store.getObjects(map, rml("subjectMap"), null);
    if (subject && callsFunction(subject)) {
      removeMap(map);
      continue;
    }
    for (const rule of store.getObjects(map, rml("predicateObjectMap"), null))
      if (callsFunction(rule)) store.removeQuads([quad(map, rml("predicateObjectMap"), rule)]);
  }
  // Rules that refer to a map that is gone, and maps that make nothing any more.
  for (let changed = true; changed; ) {
    changed = false;
    for (const map of maps()) {
      const rules = store.getObjects(map, rml("predicateObjectMap"), null);
      const [subject] = store.getObjects(map, rml("subjectMap"), null);
      for (const rule of rules)
        for (const object of store.getObjects(rule, rml("objectMap"), null))
          for (const parent of store.getObjects(object, rml("parentTriplesMap"), null))
            if (store.countQuads(parent, rml("logicalSource"), null) === 0) {
              store.removeQuads([quad(map, rml("predicateObjectMap"), rule)]);
              changed = true;
            }
      const classes = subject ? store.countQuads(subject, rml("class"), null) : 0;
      if (store.countQuads(map, rml("predicateObjectMap"), null) === 0 && classes === 0) {
        removeMap(map);
        changed = true;
      }
    }
  }
  // What nothing leads to any more would still be checked for its words.
  const reached = new Set();
  const visit = (node) => {
    if (reached.has(node.value)) return;
    reached.add(node.value);
    for (const { object } of store.getQuads(node, null, null))
      if (object.termType !== "Literal") visit(object);
  };
  maps().forEach(visit);
  store.removeQuads(store.getQuads().filter(({ subject }) => !reached.has(subject.value)));
  return { store, maps };
}

function write(file, quads) {
  fs.writeFileSync(file, new N3.Writer({ format: "N-Triples" }).quadsToString(quads));
}
const OWN = ["logicalSource", "source", "referenceFormulation", "iterator", "reference",
  "languageMap", "LogicalSource"];
function oldTerm(term) {
  if (term.termType !== "NamedNode" || !term.value.startsWith(RML)) return term;
  const name = term.value.slice(RML.length);
  return namedNode((OWN.includes(name) ? OLD_RML : R2RML) + name);
}
function translated(store, source) {
  const old = [];
  for (const { subject, predicate, object } of store.getQuads()) {
    const is = (name) => predicate.value === RML + name;
    if (is("source")) {
      old.push(quad(subject, oldTerm(predicate), literal(source)));
    } else if (is("referenceFormulation")) {
      old.push(quad(subject, oldTerm(predicate),
        namedNode("http://semweb.mmlab.be/ns/ql#XPath")));
    } else if (is("object") && object.termType === "NamedNode") {
      // An IRI without a term type would become a text.
      const map = N3.DataFactory.blankNode();
      old.push(quad(subject, namedNode(`${R2RML}objectMap`), map),
        quad(map, namedNode(`${R2RML}constant`), object),
        quad(map, namedNode(`${R2RML}termType`), namedNode(`${R2RML}IRI`)));
    } else if (!["namespace", "namespacePrefix", "namespaceURL", "root", "path"].some(is) &&
      !(predicate.value === TYPE && !object.value.endsWith("TriplesMap"))) {
      old.push(quad(oldTerm(subject), oldTerm(predicate), oldTerm(object)));
    }
  }
  // rocketrml knows terms by the prefixes of the file.
  return `@prefix rr: <${R2RML}> .\n@prefix rml: <${OLD_RML}> .\n` +
    "@prefix ql: <http://semweb.mmlab.be/ns/ql#> .\n@base <http://document.example/> .\n" +
    new N3.Writer({ format: "N-Triples" }).quadsToString(old);
}

/** It has no way to declare the prefixes of paths. */
function declarePrefixes(store) {
  const prefixes = {};
  for (const { subject, object } of store.getQuads(null, rml("namespacePrefix"), null))
    prefixes[object.value] = store.getObjects(subject, rml("namespaceURL"), null)[0].value;
  xpath.select = xpath.useNamespaces(prefixes);
}

async function run(job) {
  const { store, maps } = reduced(job.mapping);
  const left = maps().length;
  write(job.reduced, store.getQuads());
  fs.writeFileSync(job.result, "");
  if (left === 0) return { left };
  fs.writeFileSync(job.old, translated(store, job.source));
  declarePrefixes(store);
  try {
    await rocketrml.parseFile(job.old, job.result, { toRDF: true, ignoreEmptyStrings: true });
    return { left };
  } catch (error) {
    return { left, problem: `${error && error.stack ? error.stack : error}` };
  }
}

(async () => {
  console.error = console.warn = () => {};
  for (const job of JSON.parse(fs.readFileSync(jobs, "utf8")))
    process.stdout.write(`${JSON.stringify(await run(job))}\n`);
})();
