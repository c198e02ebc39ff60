import type { SurveyLinkPoster } from '@/server/survey-links/schema'

type QrSvgProps = { qr: SurveyLinkPoster['qr']; label: string; className?: string }

/** Black on white in either theme: readers expect dark modules. */
export function QrSvg({ qr: { size, path }, label, className }: QrSvgProps) {
  return (
    <svg
      viewBox={`0 0 ${size} ${size}`}
      role="img"
      aria-label={label}
      className={className}
      shapeRendering="crispEdges"
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  )
}

/** The code as a file, for print shops. */
export function toQrSvgDataUrl({ size, path }: SurveyLinkPoster['qr']): string {
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${path}"/></svg>`
  return `data:image/svg+xml,${encodeURIComponent(svg)}`
}
