export type JsonSchema = {
  $ref?: string
  type?: string | string[]
  description?: string
  properties?: Record<string, JsonSchema>
  required?: string[]
  items?: JsonSchema
  anyOf?: JsonSchema[]
  enum?: unknown[]
  [keyword: string]: unknown
}

export type Example = { summary?: string; value: unknown }
export type MediaType = { schema: JsonSchema; examples?: Record<string, Example> }
export type Ref = { $ref: string }
export type ResponseObject = { description: string; headers?: Record<string, Ref>; content?: Record<string, MediaType> }
export type ParameterObject = {
  name: string
  in: 'path' | 'query' | 'header'
  required: boolean
  description?: string
  schema: JsonSchema
  example?: unknown
}
export type OperationObject = {
  operationId: string
  summary: string
  description: string
  tags: string[]
  security: Record<string, string[]>[]
  parameters?: ParameterObject[]
  requestBody?: { required: boolean; description?: string; content: Record<string, MediaType> }
  responses: Record<string, ResponseObject>
}

export type OpenApiDocument = {
  openapi: string
  info: {
    title: string
    version: string
    summary: string
    description: string
    contact: { name: string; url: string }
    license: { name: string; identifier: string }
  }
  servers: { url: string; description: string }[]
  tags: { name: string; description: string }[]
  paths: Record<string, Record<string, OperationObject>>
  webhooks: Record<string, { post: OperationObject }>
  components: {
    schemas: Record<string, JsonSchema>
    headers: Record<string, object>
    securitySchemes: Record<string, object>
  }
}
