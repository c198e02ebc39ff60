import type { ReactNode } from 'react'
import { getPrincipal } from '@/server/api/session/session'
import DashboardLayout from '../(dashboard)/layout'

/** Unknown URLs keep the dashboard layout for signed-in users. */
export default async function UnknownPathLayout({ children }: { children: ReactNode }) {
  return (await getPrincipal()) === null ? <main>{children}</main> : <DashboardLayout>{children}</DashboardLayout>
}
