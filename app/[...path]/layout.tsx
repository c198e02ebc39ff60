import type { ReactNode } from 'react'
import { getPrincipal } from '@/server/api/session'
import DashboardLayout from '../(dashboard)/layout'

/** An address that leads nowhere keeps the frame for whoever is signed in. */
export default async function UnknownPathLayout({ children }: { children: ReactNode }) {
  return (await getPrincipal()) === null ? <main>{children}</main> : <DashboardLayout>{children}</DashboardLayout>
}
