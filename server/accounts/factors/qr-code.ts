import qrcode from 'qrcode-generator';

/** The quiet zone, in modules. */
const MARGIN = 4;

/**
 * A QR code as SVG, black on white in every theme, as some readers need it. Without `#` and `%`: the
 * auth client makes a data URI of it without escaping.
 */
export function qrCode(text: string): string {
  const code = qrcode(0, 'M');
  code.addData(text);
  code.make();
  const modules = code.getModuleCount();
  const rows = Array.from({ length: modules }, (_, row) => runsOf(modules, row, code.isDark));
  const size = modules + 2 * MARGIN;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" ` +
    `shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="white"/>` +
    `<path fill="black" d="${rows.join('')}"/></svg>`
  );
}

/** The dark runs of one row, as parts of a path. */
function runsOf(modules: number, row: number, isDark: (row: number, column: number) => boolean) {
  let path = '';
  for (let column = 0; column < modules; column++) {
    if (!isDark(row, column)) continue;
    const start = column;
    while (column + 1 < modules && isDark(row, column + 1)) column++;
    const length = column - start + 1;
    path += `M${start + MARGIN} ${row + MARGIN}h${length}v1h-${length}z`;
  }
  return path;
}
