import type { ReactNode } from 'react'
import { getPageCaller } from '@/server/api/session/page-caller'

/** Checks the role in the layout, so that the frame reveals nothing about these pages to members. */
export async function AdminLayout({ children }: { children: ReactNode }) {
  await getPageCaller('admin')
  return children
}
