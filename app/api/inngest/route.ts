import { serve } from 'inngest/next'
import { inngest } from '@/inngest/client'
import { functions } from '@/inngest/functions'

export const runtime = 'nodejs'
export const dynamic = 'force-dynamic'
/** Seconds: the longest step sends one message or makes one delivery attempt. */
export const maxDuration = 60

/** Every call must be signed, and an unsigned request cannot even start a sync. */
export const { GET, POST, PUT } = serve({ client: inngest, functions, enableUnauthedSync: false })
