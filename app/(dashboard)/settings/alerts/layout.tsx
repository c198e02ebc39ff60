import type { ReactNode } from 'react'
import { api } from '@/server/api/caller'

/** Whoever may not see these pages does not learn from their frame what they would be. */
export default async function AlertsLayout({ children }: { children: ReactNode }) {
  await api('admin')
  return children
}
