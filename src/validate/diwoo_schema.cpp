#include "validate/diwoo_schema.hpp"

#include <algorithm>
#include <array>

namespace semsite {
namespace {

using Kind = DiwooPart::Kind;
using Times = DiwooPart::Times;

constexpr std::array kSchema{
    DiwooPart{"Document", "DiWoo", Kind::holder},
    DiwooPart{"Document", "extraMetadata", Kind::holder, Times::any},

    DiwooPart{"DiWoo", "identifiers", Kind::holder},
    DiwooPart{"DiWoo", "publisher", Kind::organisation, Times::once},
    DiwooPart{"DiWoo", "verantwoordelijke", Kind::organisation},
    DiwooPart{"DiWoo", "medeverantwoordelijken", Kind::holder},
    DiwooPart{"DiWoo", "opsteller", Kind::organisation},
    DiwooPart{"DiWoo", "naamOpsteller"},
    DiwooPart{"DiWoo", "titelcollectie", Kind::holder, Times::once},
    DiwooPart{"DiWoo", "omschrijvingen", Kind::holder},
    DiwooPart{"DiWoo", "classificatiecollectie", Kind::holder, Times::once},
    DiwooPart{"DiWoo", "creatiedatum", Kind::date},
    DiwooPart{"DiWoo", "geldigheid", Kind::holder},
    DiwooPart{"DiWoo", "language", Kind::listed, Times::optional, "scw_talen"},
    DiwooPart{"DiWoo", "format", Kind::listed, Times::optional, "ccw_plooi_filetypes"},
    DiwooPart{"DiWoo", "aggregatiekenmerk"},
    DiwooPart{"DiWoo", "isPartOf", Kind::free},
    DiwooPart{"DiWoo", "hasParts", Kind::holder},
    DiwooPart{"DiWoo", "documenthandelingen", Kind::holder, Times::once},
    DiwooPart{"DiWoo", "documentrelaties", Kind::holder},
    DiwooPart{"DiWoo", "redenVerwijderingVervanging", Kind::listed, Times::optional,
              "ccw_plooi_reden_intrekking_of_vervanging"},

    DiwooPart{"identifiers", "identifier", Kind::text, Times::some},
    DiwooPart{"medeverantwoordelijken", "medeverantwoordelijke", Kind::organisation,
              Times::some},
    DiwooPart{"titelcollectie", "officieleTitel", Kind::text, Times::once},
    DiwooPart{"titelcollectie", "verkorteTitels", Kind::holder},
    DiwooPart{"titelcollectie", "alternatieveTitels", Kind::holder},
    DiwooPart{"verkorteTitels", "verkorteTitel", Kind::text, Times::some},
    DiwooPart{"alternatieveTitels", "alternatieveTitel", Kind::text, Times::some},
    DiwooPart{"omschrijvingen", "omschrijving", Kind::text, Times::some},
    DiwooPart{"classificatiecollectie", "informatiecategorieen", Kind::holder,
              Times::once},
    DiwooPart{"classificatiecollectie", "documentsoorten", Kind::holder},
    DiwooPart{"classificatiecollectie", "themas", Kind::holder},
    DiwooPart{"classificatiecollectie", "trefwoorden", Kind::holder},
    DiwooPart{"informatiecategorieen", "informatiecategorie", Kind::listed, Times::some,
              "scw_woo_informatiecategorieen"},
    DiwooPart{"documentsoorten", "documentsoort", Kind::listed, Times::some,
              "ccw_plooi_documentsoorten"},
    DiwooPart{"themas", "thema", Kind::listed, Times::some, "scw_toplijst"},
    DiwooPart{"trefwoorden", "trefwoord", Kind::text, Times::some},
    DiwooPart{"geldigheid", "begindatum", Kind::time},
    DiwooPart{"geldigheid", "einddatum", Kind::time},
    DiwooPart{"hasParts", "hasPart", Kind::free, Times::some},
    DiwooPart{"documenthandelingen", "documenthandeling", Kind::holder, Times::some},
    DiwooPart{"documenthandeling", "soortHandeling", Kind::listed, Times::once,
              "ccw_plooi_documenthandelingen"},
    DiwooPart{"documenthandeling", "atTime", Kind::time, Times::once},
    DiwooPart{"documenthandeling", "wasAssociatedWith", Kind::organisation},
    DiwooPart{"documentrelaties", "documentrelatie", Kind::holder, Times::some},
    DiwooPart{"documentrelatie", "role", Kind::listed, Times::once,
              "scw_documentrelatie"},
    DiwooPart{"documentrelatie", "relation", Kind::free, Times::once},

    DiwooPart{"extraMetadata", "namespace"},
    DiwooPart{"extraMetadata", "prefix"},
    DiwooPart{"extraMetadata", "extraMetadatavelden", Kind::holder, Times::once},
    DiwooPart{"extraMetadatavelden", "extraMetadataveld", Kind::holder, Times::some},
    DiwooPart{"extraMetadataveld", "key", Kind::text, Times::once},
    DiwooPart{"extraMetadataveld", "values", Kind::holder, Times::once},
    DiwooPart{"values", "value", Kind::text, Times::some},
};

}  // namespace

std::span<const DiwooPart> diwoo_schema() { return kSchema; }

const DiwooPart* diwoo_part(std::string_view parent, std::string_view name) {
  const auto* const found = std::ranges::find_if(kSchema, [&](const DiwooPart& one) {
    return one.parent == parent && one.name == name;
  });
  return found == kSchema.end() ? nullptr : found;
}

}  // namespace semsite
