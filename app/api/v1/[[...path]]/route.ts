import { METHODS, unbufferedEndpoint } from '@/server/api/endpoint'
import { handleRest } from '@/server/api/rest/rest'

export const { GET, HEAD, POST, PUT, PATCH, DELETE, OPTIONS } = unbufferedEndpoint(
  Object.fromEntries(METHODS.map((method) => [method, handleRest])),
)
