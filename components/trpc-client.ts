import { createTRPCClient, httpLink } from '@trpc/client'
import type { AppRouter } from '@/server/api/router'

/** Calls the procedures over HTTP. Fetched by `trpc`. */
export const client = createTRPCClient<AppRouter>({ links: [httpLink({ url: '/api/trpc' })] })
