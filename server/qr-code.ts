import { encodeQR } from 'qr'

/** Around it, as the standard wants. */
const QUIET_ZONE_MODULES = 4

/** An SVG path of unit squares, in a square of `size`. */
export type QrCode = { size: number; path: string }

export function drawQrCode(text: string): QrCode {
  const rows = encodeQR(text, 'raw', { border: QUIET_ZONE_MODULES })
  const squares = rows.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return { size: rows.length, path: squares.join('') }
}
