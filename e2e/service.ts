import { spawn } from 'node:child_process'
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { waitUntilHealthy } from '@/scripts/lib/web-server-process.mjs'
import { testAuthority } from '@/server/testing/servers/certificates'
import { openMailbox } from '@/server/testing/servers/mailbox'
import { anOpenIdProvider, OPENID_CLIENT } from '@/server/testing/servers/openid-provider'
import { clearMailFolder, storeMail } from './mail-folder'
import { type OperatorClient, startOperatorServer } from './operator-command-client'
import { SERVICE, serviceEnvironment } from './service-config'

/*
 * The service under test: `npm start` on an empty data folder, with the test certificate authority in addition to Node's, a mail server,
 * and an OpenID Connect provider.
 */

const authority = await testAuthority()
mkdirSync(path.dirname(SERVICE.authorityFile), { recursive: true, mode: 0o700 })
writeFileSync(SERVICE.authorityFile, JSON.stringify(authority), { mode: 0o600 })
writeFileSync(SERVICE.certificateFile, authority.cert)
rmSync(SERVICE.dataDir, { recursive: true, force: true })

clearMailFolder()
await openMailbox(SERVICE.smtpPort, storeMail)

const { issuer } = await anOpenIdProvider({
  redirectUri: `${SERVICE.baseUrl}/sign-in/return`,
  claimsInToken: true,
  port: SERVICE.oidcPort,
})
const provider = {
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: OPENID_CLIENT.clientId,
  OIDC_CLIENT_SECRET: OPENID_CLIENT.clientSecret,
  OIDC_NAME: 'Harbour ID',
}

const child = spawn(process.execPath, ['scripts/start.mjs'], {
  cwd: SERVICE.root,
  env: { ...serviceEnvironment(SERVICE), ...provider },
  stdio: 'inherit',
})
let operator: OperatorClient | undefined
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => child.kill(signal))
child.on('exit', (code) => {
  void Promise.resolve(operator?.stop()).then(() => process.exit(code ?? 1))
})
// The timeout includes a build.
await waitUntilHealthy(SERVICE.port, () => child.exitCode === null, 600_000)
operator = startOperatorServer(serviceEnvironment(SERVICE), { port: SERVICE.operatorPort })
