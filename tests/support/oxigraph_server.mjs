// A SPARQL store on loopback: the npm package oxigraph behind the W3C's protocols.
//
//   node oxigraph_server.mjs MODULES_FOLDER
//
// Writes `port N` when it listens, and ends when standard input does.
//   /query, /sparql   SPARQL 1.1 Protocol: query by GET, form or application/sparql-query
//   /update, /sparql  SPARQL 1.1 Protocol: update by form or application/sparql-update
//   /store            SPARQL 1.1 Graph Store Protocol: ?graph=IRI, ?default, and the whole
//                     dataset without either (N-Quads or TriG): GET, HEAD, PUT, POST, DELETE
// Blank nodes of a body get names of their own, as the RDF specifications want.
import { createRequire } from "node:module";
import http from "node:http";
import path from "node:path";

const require = createRequire(path.join(process.argv[2], "node_modules", "/"));
const { Store, namedNode, defaultGraph } = require("oxigraph");
const store = new Store();

const GRAPH_FORMATS = ["application/n-triples", "text/turtle", "application/rdf+xml", "text/plain"];
const DATASET_FORMATS = ["application/n-quads", "application/trig"];
const TABLE_FORMATS = ["application/sparql-results+json", "application/sparql-results+xml",
  "text/csv", "text/tab-separated-values"];

class Refusal extends Error {
  constructor(status, message, headers = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

// The first of the known media types that the Accept header names, else the first known one.
function acceptable(request, known) {
  const wanted = (request.headers.accept ?? "*/*").split(",")
    .map((one) => one.split(";")[0].trim().toLowerCase());
  const found = wanted.find((one) => known.includes(one));
  if (found) return found;
  if (wanted.some((one) => one === "*/*" || one.endsWith("/*"))) return known[0];
  throw new Refusal(406, `nothing of ${request.headers.accept} can be given`);
}

function readBody(request) {
  return new Promise((resolve, reject) => {
    const parts = [];
    request.on("data", (part) => parts.push(part));
    request.on("end", () => resolve(Buffer.concat(parts)));
    request.on("error", reject);
    request.on("aborted", () => reject(new Error("the client went away")));
  });
}

function mediaType(request) {
  return (request.headers["content-type"] ?? "").split(";")[0].trim().toLowerCase();
}

function datasetOf(query, defaults, names) {
  const options = { };
  const graphs = query.getAll(defaults).map(namedNode);
  const named = query.getAll(names).map(namedNode);
  if (graphs.length > 0) options.default_graph = graphs;
  if (named.length > 0) options.named_graphs = named;
  return options;
}

function runQuery(request, response, text, fields) {
  const form = /\b(construct|describe)\b/i.test(text.replace(/<[^>]*>|"[^"]*"/g, ""))
    ? ["application/n-triples", ...GRAPH_FORMATS] : TABLE_FORMATS;
  const type = acceptable(request, form);
  let result;
  try {
    result = store.query(text, { ...datasetOf(fields, "default-graph-uri", "named-graph-uri"),
      results_format: type === "text/plain" ? "application/n-triples" : type });
  } catch (error) {
    throw new Refusal(400, String(error.message ?? error));
  }
  send(request, response, 200, result, { "Content-Type": type });
}

function runUpdate(response, text) {
  try {
    store.update(text);
  } catch (error) {
    throw new Refusal(400, String(error.message ?? error));
  }
  response.writeHead(204).end();
}

function send(request, response, status, body, headers) {
  const bytes = Buffer.from(body);
  response.writeHead(status, { ...headers, "Content-Length": bytes.length });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

async function protocol(request, response, url) {
  if (request.method === "GET" || request.method === "HEAD") {
    if (!url.searchParams.has("query")) throw new Refusal(400, "no query");
    return runQuery(request, response, url.searchParams.get("query"), url.searchParams);
  }
  if (request.method !== "POST") throw new Refusal(405, "GET or POST", { Allow: "GET, POST" });
  const text = (await readBody(request)).toString("utf8");
  const type = mediaType(request);
  const queries = url.pathname !== "/update";
  const updates = url.pathname !== "/query";
  if (type === "application/sparql-query" && queries)
    return runQuery(request, response, text, url.searchParams);
  if (type === "application/sparql-update" && updates) return runUpdate(response, text);
  if (type === "application/x-www-form-urlencoded") {
    const fields = new URLSearchParams(text);
    if (fields.has("query") && queries)
      return runQuery(request, response, fields.get("query"), fields);
    if (fields.has("update") && updates) return runUpdate(response, fields.get("update"));
    throw new Refusal(400, "neither query nor update");
  }
  throw new Refusal(415, `no media type of the SPARQL protocol: ${type}`);
}

// All of a body or nothing; its blank nodes become new ones.
function load(bytes, type, graph, target = store) {
  const options = { format: type === "text/plain" ? "application/n-triples" : type,
    base_iri: "http://store.invalid/" };
  try {
    target.load(bytes, graph ? { ...options, to_graph_name: graph } : options);
  } catch (error) {
    throw new Refusal(400, String(error.message ?? error));
  }
}

function drop(graph) {
  if (!graph) store.update("DROP ALL");
  else if (graph.termType === "DefaultGraph") store.update("DROP DEFAULT");
  else store.update(`DROP SILENT GRAPH <${graph.value}>`);
}

function isThere(graph) {
  return !graph || graph.termType === "DefaultGraph" ||
    store.query(`ASK { GRAPH <${graph.value}> { ?s ?p ?o } }`);
}

async function graphStore(request, response, url) {
  const fields = url.searchParams;
  const graph = fields.has("default") ? defaultGraph()
    : fields.has("graph") ? namedNode(fields.get("graph")) : null;
  const formats = graph ? GRAPH_FORMATS : DATASET_FORMATS;
  if (request.method === "GET" || request.method === "HEAD") {
    if (!isThere(graph)) throw new Refusal(404, "no such graph");
    const format = acceptable(request, formats);
    const text = store.dump({ format: format === "text/plain" ? "application/n-triples" : format,
      ...(graph ? { from_graph_name: graph } : {}) });
    return send(request, response, 200, text, { "Content-Type": format });
  }
  if (request.method === "PUT" || request.method === "POST") {
    const bytes = await readBody(request);
    const type = mediaType(request);
    if (!formats.includes(type)) throw new Refusal(415, `${type} is none of ${formats}`);
    const fresh = !isThere(graph);
    if (request.method === "PUT") {
      load(bytes, type, graph, new Store()); // what is faulty must replace nothing
      drop(graph);
    }
    load(bytes, type, graph);
    return response.writeHead(fresh ? 201 : 204).end();
  }
  if (request.method === "DELETE") {
    if (!isThere(graph)) throw new Refusal(404, "no such graph");
    drop(graph);
    return response.writeHead(204).end();
  }
  throw new Refusal(405, "GET, HEAD, PUT, POST or DELETE",
    { Allow: "GET, HEAD, PUT, POST, DELETE" });
}

const server = http.createServer((request, response) => {
  const url = new URL(request.url, "http://127.0.0.1");
  const handlers = { "/query": protocol, "/update": protocol, "/sparql": protocol,
    "/store": graphStore };
  const handle = handlers[url.pathname] ?? (() => { throw new Refusal(404, "no such path"); });
  Promise.resolve().then(() => handle(request, response, url)).catch((error) => {
    if (response.headersSent) return response.destroy();
    request.resume();
    return send(request, response, error.status ?? 500, `${error.message}\n`,
      { "Content-Type": "text/plain; charset=utf-8", ...(error.headers ?? {}) });
  });
});
server.keepAliveTimeout = 60_000;
server.listen(0, "127.0.0.1", () => console.log(`port ${server.address().port}`));
process.stdin.on("end", () => process.exit(0)).resume();
