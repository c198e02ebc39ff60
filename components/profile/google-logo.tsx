import { GOOGLE_LOGO_PARTS } from '../static-page/google-logo-parts'

export function GoogleSignInLogo({ size = 18, className }: { size?: number; className?: string }) {
  return (
    <svg width={size} height={size} viewBox="0 0 48 48" aria-hidden className={className}>
      {GOOGLE_LOGO_PARTS.map(([fill, d]) => (
        <path key={fill} fill={fill} d={d} />
      ))}
    </svg>
  )
}
