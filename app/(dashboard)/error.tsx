'use client'

import { LazyErrorPage } from '@/components/shell/lazy-error-page'

export default function DashboardErrorPage({ error, retry }: { error: unknown; retry: () => void }) {
  return <LazyErrorPage error={error} retry={retry} canSearch />
}
