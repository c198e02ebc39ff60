import NextLink from 'next/link'
import type { ComponentProps } from 'react'

export type LinkProps = Omit<ComponentProps<typeof NextLink>, 'prefetch'>

/** `next/link` without prefetching: every page renders on request, so there is nothing to prefetch (decision 36). */
export function Link(props: LinkProps) {
  return <NextLink prefetch={false} {...props} />
}
