#include "html/table_sorting.hpp"

namespace semsite {

// Numbers stand in cells rounded and with thin spaces; the exact one is in a title.
std::string_view sort_script() {
  return R"('use strict';
for (const table of document.querySelectorAll('#sites table.rows')) {
  const heads = [...table.tHead.rows[0].cells];
  const groups = [...table.tBodies].map(body => [body, [...body.rows]]);
  const rows = groups.flatMap(([, some]) => some).filter(row => row.cells.length === heads.length);
  if (rows.length < 2) continue;
  const text = cell => cell.textContent.trim();
  const number = cell => {
    const exact = cell.querySelector('[title]');
    const digits = (exact ? exact.title : text(cell)).replace(/[\u202f,]/g, '');
    return digits === '' ? -1 : parseFloat(digits);
  };
  const compare = (column, numeric) => (a, b) => numeric
    ? number(a.cells[column]) - number(b.cells[column])
    : text(a.cells[column]).localeCompare(text(b.cells[column]), 'en', {numeric: true});
  const show = (column, order) => {
    heads.forEach((head, i) => i === column && order !== 'none'
      ? head.setAttribute('aria-sort', order) : head.removeAttribute('aria-sort'));
    while (table.tBodies.length > 0) table.tBodies[0].remove();
    if (order === 'none') {
      for (const [body, some] of groups) {
        body.append(...some);
        table.append(body);
      }
      return;
    }
    const up = compare(column, heads[column].classList.contains('number'));
    const sorted = [...rows].sort(order === 'ascending' ? up : (a, b) => up(b, a));
    table.createTBody().append(...sorted);
  };
  heads.forEach((head, column) => {
    const button = document.createElement('button');
    button.type = 'button';
    button.append(...head.childNodes);
    button.addEventListener('click', () => {
      const next = {ascending: 'descending', descending: 'none'};
      show(column, next[head.getAttribute('aria-sort')] || 'ascending');
    });
    head.append(button);
  });
  table.classList.add('sorts');
}
)";
}

std::string_view sort_style() {
  return R"(table.sorts th button{font:inherit;color:inherit;background:none;border:0;padding:.15rem 0;
min-height:1.5rem;cursor:pointer;text-align:inherit}
table.sorts th button:hover{color:var(--accent)}
table.sorts th button::after{content:" \2195";opacity:.6}
table.sorts th[aria-sort=ascending] button::after{content:" \2191";opacity:1}
table.sorts th[aria-sort=descending] button::after{content:" \2193";opacity:1}
@media (max-width:46rem){
table.sorts.cards thead{position:static;display:block;width:auto;height:auto;overflow:visible;clip-path:none}
table.sorts.cards thead tr{display:flex;flex-wrap:wrap;gap:0 1rem}
table.sorts.cards thead th{border:0;padding:.15rem 0}}
@media print{table.sorts th button::after{content:none}}
)";
}

}  // namespace semsite
