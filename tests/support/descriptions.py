"""Descriptions of one dataset in the vocabularies that are in use."""

import json

PREFIXES = """@prefix void: <http://rdfs.org/ns/void#> .
@prefix dcat: <http://www.w3.org/ns/dcat#> .
@prefix dcterms: <http://purl.org/dc/terms/> .
@prefix foaf: <http://xmlns.com/foaf/0.1/> .
@prefix hydra: <http://www.w3.org/ns/hydra/core#> .
@prefix sd: <http://www.w3.org/ns/sparql-service-description#> .
@prefix spdx: <http://spdx.org/rdf/terms#> .
@prefix xsd: <http://www.w3.org/2001/XMLSchema#> .
@prefix media: <http://www.iana.org/assignments/media-types/> .
"""


def turtle(*statements):
    return PREFIXES + "\n".join(statements) + "\n"


def void(uri, label=None, dumps=(), endpoints=(), prefixes=(), samples=(), more=""):
    """A `void:Dataset` as Turtle."""
    lines = [f"<{uri}> a void:Dataset"]
    if label:
        lines.append(f'dcterms:title "{label}"')
    lines += [f"void:dataDump <{url}>" for url in dumps]
    lines += [f"void:sparqlEndpoint <{url}>" for url in endpoints]
    lines += [f'void:uriSpace "{prefix}"' for prefix in prefixes]
    lines += [f"void:exampleResource <{sample}>" for sample in samples]
    return " ;\n  ".join(lines) + f" {more}.\n"


def media_type(name):
    return f"<http://www.iana.org/assignments/media-types/{name}>"


def distribution(*urls, type=None, compress=None, package=None, size=None, checksum=None):
    """A `dcat:Distribution`; `checksum` is a pair like ("sha256", "…")."""
    lines = ["a dcat:Distribution"] + [f"dcat:downloadURL <{url}>" for url in urls]
    if type:
        lines.append(f"dcat:mediaType {media_type(type)}")
    if compress:
        lines.append(f"dcat:compressFormat {media_type(compress)}")
    if package:
        lines.append(f"dcat:packageFormat {media_type(package)}")
    if size is not None:
        lines.append(f'dcat:byteSize "{size}"^^xsd:nonNegativeInteger')
    if checksum:
        lines.append(f"spdx:checksum [ spdx:algorithm spdx:checksumAlgorithm_{checksum[0]} ; "
                     f'spdx:checksumValue "{checksum[1]}"^^xsd:hexBinary ]')
    return "[ " + " ; ".join(lines) + " ]"


def service(url):
    """The distribution that leads to a SPARQL endpoint."""
    return (f"[ a dcat:Distribution ; dcat:accessURL <{url}> ; dcat:accessService "
            f"[ a dcat:DataService ; dcat:endpointURL <{url}> ; "
            "dcterms:conformsTo <http://www.w3.org/TR/sparql11-protocol> ] ]")


def dcat(uri, label, *distributions, more=""):
    parts = [f"<{uri}> a dcat:Dataset", f'dcterms:title "{label}"']
    parts += [f"dcat:distribution {one}" for one in distributions]
    return " ;\n  ".join(parts) + f" {more}.\n"


def schema_jsonld(uri, label, downloads, context="https://schema.org/", **more):
    """A page with a `schema:Dataset`; a download is a dictionary."""
    data = {"@context": context, "@type": "Dataset", "@id": uri, "name": label,
            "distribution": [{"@type": "DataDownload", **one} for one in downloads], **more}
    return ('<!doctype html><html><head><title>Data</title>\n'
            f'<script type="application/ld+json">{json.dumps(data)}</script>\n'
            "</head><body><h1>Data</h1></body></html>\n")


def schema_rdfa(uri, label, downloads):
    rows = "".join(
        '<li property="distribution" typeof="DataDownload">'
        f'<a property="contentUrl" href="{one["contentUrl"]}">file</a> '
        f'<span property="encodingFormat">{one["encodingFormat"]}</span></li>\n'
        for one in downloads)
    return ('<!doctype html><html><head><title>Data</title></head>\n'
            f'<body vocab="https://schema.org/" typeof="Dataset" resource="{uri}">\n'
            f'<h1 property="name">{label}</h1><ul>\n{rows}</ul></body></html>\n')


def schema_microdata(uri, label, downloads):
    rows = "".join(
        '<li itemprop="distribution" itemscope itemtype="http://schema.org/DataDownload">'
        f'<a itemprop="contentUrl" href="{one["contentUrl"]}">file</a> '
        f'<span itemprop="encodingFormat">{one["encodingFormat"]}</span></li>\n'
        for one in downloads)
    return ('<!doctype html><html><head><title>Data</title></head><body>\n'
            f'<div itemscope itemtype="http://schema.org/Dataset" itemid="{uri}">\n'
            f'<h1 itemprop="name">{label}</h1><ul>\n{rows}</ul></div></body></html>\n')


def metalink(*files):
    """Metalink 4; a file is (name, [(url, priority or None)], {algorithm: hex}, size)."""
    out = ['<?xml version="1.0" encoding="UTF-8"?>\n'
           '<metalink xmlns="urn:ietf:params:xml:ns:metalink">\n']
    for name, urls, hashes, size in files:
        out.append(f'  <file name="{name}">\n')
        if size is not None:
            out.append(f"    <size>{size}</size>\n")
        out += [f'    <hash type="{kind}">{digits}</hash>\n' for kind, digits in hashes.items()]
        out.append('    <pieces length="16" type="sha-256"><hash>00</hash></pieces>\n')
        for url, priority in urls:
            rank = f' priority="{priority}"' if priority else ""
            out.append(f'    <url location="de"{rank}>{url}</url>\n')
        out.append("  </file>\n")
    return "".join(out) + "</metalink>\n"


def apache_listing(path, names):
    """What Apache 2.4 writes with `IndexOptions FancyIndexing HTMLTable`."""
    rows = "".join(
        '<tr><td valign="top"><img src="/icons/compressed.gif" alt="[   ]"></td>'
        f'<td><a href="{name}">{name}</a></td><td align="right">2024-05-01 10:00  </td>'
        '<td align="right">1.2K</td><td>&nbsp;</td></tr>\n' for name in names)
    return ('<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 3.2 Final//EN">\n<html>\n <head>\n'
            f"  <title>Index of {path.rstrip('/')}</title>\n </head>\n <body>\n"
            f"<h1>Index of {path.rstrip('/')}</h1>\n  <table>\n"
            '   <tr><th><a href="?C=N;O=D">Name</a></th><th><a href="?C=M;O=A">Last modified</a>'
            '</th></tr>\n<tr><td>&nbsp;</td><td><a href="/">Parent Directory</a></td></tr>\n'
            f"{rows}</table>\n<address>Apache/2.4.57 (Debian) Server</address>\n</body></html>\n")


def nginx_listing(path, names):
    rows = "".join(f'<a href="{name}">{name}</a>   01-May-2024 10:00    1234\n' for name in names)
    return (f"<html>\r\n<head><title>Index of {path}</title></head>\r\n<body>\r\n"
            f'<h1>Index of {path}</h1><hr><pre><a href="../">../</a>\r\n{rows}</pre><hr>'
            "</body>\r\n</html>\r\n")


def lighttpd_listing(path, names):
    rows = "".join(
        f'<tr><td class="n"><a href="{name}">{name}</a></td><td class="m">2024-May-01 10:00:00'
        '</td><td class="s">1.2K</td><td class="t">application/octet-stream</td></tr>\n'
        for name in names)
    return ('<!DOCTYPE html>\n<html>\n<head>\n<meta charset="utf-8">\n'
            f"<title>Index of {path}</title>\n<style>a {{}}</style>\n</head>\n<body>\n"
            f"<h2>Index of {path}</h2>\n<div class=\"list\">\n<table><tbody>\n"
            '<tr class="d"><td class="n"><a href="../">..</a>/</td><td class="m">&nbsp;</td></tr>\n'
            f"{rows}</tbody></table></div>\n<div class=\"foot\">lighttpd/1.4.69</div>\n"
            "</body>\n</html>\n")
