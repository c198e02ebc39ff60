import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { EXTENSIBLE_ENUM_KEYWORD } from '../../api/rest/openapi/constants'
import { getOpenApiDocument } from '../../api/rest/openapi/openapi'

export type OpenApiSchema = {
  $ref?: string
  type?: string | string[]
  enum?: unknown[]
  const?: unknown
  anyOf?: OpenApiSchema[]
  oneOf?: OpenApiSchema[]
  allOf?: OpenApiSchema[]
  properties?: Record<string, OpenApiSchema>
  required?: string[]
  additionalProperties?: boolean | OpenApiSchema
  items?: OpenApiSchema
  minItems?: number
  maxItems?: number
  minLength?: number
  maxLength?: number
  pattern?: string
  format?: string
  minimum?: number
  maximum?: number
}

export type OpenApiParameter = {
  in: 'path' | 'query' | 'header'
  name: string
  required: boolean
  schema: OpenApiSchema
}

export type OpenApiOperation = {
  id: string
  method: string
  /** `/contacts/{id}` */
  template: string
  pattern: RegExp
  parameters: OpenApiParameter[]
  body: OpenApiSchema | undefined
  responses: Map<number, ValidateFunction | undefined>
  accepts: (part: OpenApiParameter | 'body', value: unknown) => boolean
}

type Json = Record<string, unknown>

const METHODS = ['get', 'put', 'post', 'delete', 'patch']
const document = getOpenApiDocument() as unknown as Json
const ajv = new Ajv2020({ strict: false, allErrors: false, validateSchema: false })
addFormats.default(ajv)
// RFC 9562 format; the library also accepts `urn:`.
ajv.addFormat('uuid', /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i)
ajv.addFormat('idn-email', true)
// Only the listed values: this version of the service returns no others.
ajv.addKeyword({ keyword: EXTENSIBLE_ENUM_KEYWORD, macro: (values: unknown[]) => ({ enum: [...values, null] }) })
ajv.addSchema(document, 'api')

export const OPENAPI_OPERATIONS: OpenApiOperation[] = Object.keys(at('#/paths')).flatMap((template) => {
  const pointer = `#/paths/${escapePointerSegment(template)}`
  return Object.keys(at(pointer))
    .filter((method) => METHODS.includes(method))
    .map((method) => operationAt(template, method, pointer))
})

/** The single error shape, also of unknown paths. */
export const isErrorBody = validatorAt('#/components/schemas/Error')

export function resolveSchema(schema: OpenApiSchema): OpenApiSchema {
  return schema.$ref === undefined ? schema : resolveSchema(at(schema.$ref))
}

function operationAt(template: string, method: string, parent: string): OpenApiOperation {
  const pointer = `${parent}/${method}`
  const node = at(pointer)
  const parameters = [...listPointers(parent, 'parameters'), ...listPointers(pointer, 'parameters')].map(parameterAt)
  const bodyPointer = node.requestBody ? jsonSchemaAt(resolvePointer(`${pointer}/requestBody`)) : undefined
  const checks = new Map<OpenApiParameter | 'body', ValidateFunction>(
    parameters.map((parameter) => [parameter.value, validatorAt(parameter.pointer)]),
  )
  if (bodyPointer) checks.set('body', validatorAt(bodyPointer))
  return {
    id: String(node.operationId),
    method: method.toUpperCase(),
    template,
    pattern: new RegExp(`^${template.replace(/\{\w+\}/g, '[^/]+')}$`),
    parameters: parameters.map(({ value }) => value),
    body: bodyPointer ? at(bodyPointer) : undefined,
    responses: new Map(Object.keys(node.responses as Json).map((status) => answerAt(pointer, status))),
    accepts: (part, value) => checks.get(part)?.(value) ?? true,
  }
}

function parameterAt(pointer: string): { value: OpenApiParameter; pointer: string } {
  const target = resolvePointer(pointer)
  const node = at(target) as unknown as OpenApiParameter
  return {
    value: { in: node.in, name: node.name, required: node.required, schema: node.schema },
    pointer: `${target}/schema`,
  }
}

function answerAt(pointer: string, status: string): [number, ValidateFunction | undefined] {
  const schema = jsonSchemaAt(resolvePointer(`${pointer}/responses/${status}`))
  return [Number(status), schema ? validatorAt(schema) : undefined]
}

function jsonSchemaAt(pointer: string): string | undefined {
  const content = at(pointer).content as Json | undefined
  return content?.['application/json'] ? `${pointer}/content/application~1json/schema` : undefined
}

function listPointers(pointer: string, list: string): string[] {
  return ((at(pointer)[list] as unknown[] | undefined) ?? []).map((_, index) => `${pointer}/${list}/${index}`)
}

function resolvePointer(pointer: string): string {
  const { $ref } = at(pointer)
  return typeof $ref === 'string' ? resolvePointer($ref) : pointer
}

function validatorAt(pointer: string): ValidateFunction {
  return ajv.compile({ $ref: `api${pointer}` })
}

function at(pointer: string): Json {
  let node: unknown = document
  for (const part of pointer.split('/').slice(1))
    node = (node as Json | undefined)?.[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  if (typeof node !== 'object' || node === null) throw new Error(`The document has nothing at ${pointer}.`)
  return node as Json
}

/** Escapes a JSON pointer segment for a URI fragment: Ajv accepts the braces of path templates unescaped. */
function escapePointerSegment(part: string): string {
  return part.replaceAll('~', '~0').replaceAll('/', '~1')
}
