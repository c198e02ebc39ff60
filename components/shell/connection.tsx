'use client'

import { useEffect } from 'react'
import { fetchPatiently, firstSign, lazily, useLazy } from '../ui/lazily'
import type { AppShellProps } from './app-shell-props'

const watch = lazily(() => fetchPatiently(() => import('./connection-watch')))

export type ConnectionProps = Pick<AppShellProps, 'user' | 'organization'>

/** What stands between this page and the service: the network, and the session. Watched once there is somebody. */
export function Connection(props: ConnectionProps) {
  const loaded = useLazy(watch)
  useEffect(() => void firstSign.then(watch.preload), [])
  return loaded && <loaded.ConnectionWatch {...props} />
}
