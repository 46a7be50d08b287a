/**
 * Reads a text as RFC 4180 has it, and throws for everything else: a line that ends otherwise, a quote in a cell without quotes,
 * a line with another number of cells than the first, a missing line end.
 */
export function readCsv(text: string): string[][] {
  const lines: string[][] = [];
  let at = 0;
  while (at < text.length) {
    const cells: string[] = [];
    for (let more = true; more; ) {
      const [cell, end] = text[at] === '"' ? quotedCell(text, at) : plainCell(text, at);
      cells.push(cell);
      more = text[end] === ',';
      at = end + 1;
    }
    if (text.slice(at - 1, at + 1) !== '\r\n')
      throw new Error(`no line end at ${at - 1}: ${JSON.stringify(text.slice(at - 40, at + 10))}`);
    at++;
    if (lines[0] && cells.length !== lines[0].length) throw new Error(`${cells.length} cells in line ${lines.length + 1}`);
    lines.push(cells);
  }
  return lines;
}

function plainCell(text: string, from: number): [cell: string, end: number] {
  let end = from;
  while (end < text.length && text[end] !== ',' && text[end] !== '\r') end++;
  const cell = text.slice(from, end);
  if (/["\n]/.test(cell)) throw new Error(`a quote or a line feed in a cell without quotes: ${cell}`);
  return [cell, end];
}

function quotedCell(text: string, from: number): [cell: string, end: number] {
  let cell = '';
  for (let at = from + 1; at < text.length; at++) {
    if (text[at] !== '"') cell += text[at];
    else if (text[at + 1] === '"') cell += text[at++];
    else return [cell, at + 1];
  }
  throw new Error('a cell has no end');
}
