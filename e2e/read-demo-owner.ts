import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Owner } from './fixtures'
import { SERVICE } from './service-config'

export function readDemoOwner(): Owner {
  const demo = JSON.parse(readFileSync(path.join(SERVICE.dataDir, 'demo.json'), 'utf8')) as {
    organizationId: string
    email: string
    password: string
    apiKey: string
  }
  return { ...demo, key: demo.apiKey }
}
