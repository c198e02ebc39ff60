import path from 'node:path'

const ROOT = path.resolve(import.meta.dirname, '..')
const dataDir = path.join(ROOT, '.data-e2e')

export const SERVICE = {
  root: ROOT,
  port: 3210,
  baseUrl: 'http://localhost:3210',
  dataDir,
  smtpPort: 3211,
  mailFolder: path.join(ROOT, '.data-e2e-mails'),
  operatorPort: 3226,
  oidcPort: 3217,
  /** Where the service asks for the DNS records of sending domains; nothing answers, unless a test does. */
  dnsPort: 3227,
  authorityFile: path.join(ROOT, '.data-e2e-authority', 'authority.json'),
  certificateFile: path.join(ROOT, '.data-e2e-authority', 'authority.pem'),
}

/** Environment of a service whose mail and webhooks stay on this machine. */
export function serviceEnvironment(service: { port: number; dataDir: string; smtpPort?: number }): NodeJS.ProcessEnv {
  const { CI: _ci, NODE_OPTIONS: _options, ...inherited } = process.env
  return {
    ...inherited,
    HOST: '127.0.0.1',
    PORT: String(service.port),
    DATA_DIR: service.dataDir,
    ...(service.smtpPort === undefined ? {} : { SMTP_URL: `smtp://127.0.0.1:${service.smtpPort}` }),
    DNS_SERVERS: `127.0.0.1:${SERVICE.dnsPort}`,
    MAIL_FROM: 'Feedback <feedback@example.com>',
    WEBHOOK_ALLOWED_CIDRS: '127.0.0.0/8',
    NODE_EXTRA_CA_CERTS: SERVICE.certificateFile,
    RATE_LIMIT_PER_MINUTE: '100000',
    RATE_LIMIT_PER_HOUR: '1000000',
  }
}
