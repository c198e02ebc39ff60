import { command } from './lib/checkout.mjs'
import { runNode, typescript } from './lib/children.mjs'

/*
 * Deliveries per second, and milliseconds from the commit of the cause to the receiver's first byte, beside a bare loop
 * that posts the same bodies with the same dialler.
 */

await command(async () => {
  const env = {
    ...process.env,
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none',
  }
  process.exitCode = await runNode(typescript('scripts/bench/webhooks.ts'), {
    env: {
      ...env,
      APP_SECRET: 'only for the dialler of the bare loop',
      NEXTAUTH_SECRET: 'nobody signs in to the bare loop of it',
      LOG_LEVEL: 'warn',
    },
  })
})
