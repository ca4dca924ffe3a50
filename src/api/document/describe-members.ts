import { meaningOfMember } from './member-words.ts'

type Json = Record<string, unknown>

/** The document with words for every member and parameter that does not say itself what it means. */
export function describeMembers(document: object): object {
  const { components, paths, ...rest } = document as {
    components: { schemas: Json }
    paths: Record<string, Json>
  }
  const schemas = mapValues(components.schemas, (schema, name) => describedShape(schema, name))
  const described = mapValues(paths, (methods) =>
    mapValues(asObject(methods), (operation) => {
      const { parameters, ...others } = asObject(operation)
      const shaped = asObject(describedShape(others, undefined))
      return Array.isArray(parameters)
        ? { ...shaped, parameters: parameters.map(describedParameter) }
        : shaped
    }),
  )
  return { ...rest, paths: described, components: { ...components, schemas } }
}

function describedParameter(parameter: unknown): unknown {
  const { name, description, schema, ...rest } = asObject(parameter)
  const said = description ?? asObject(schema).description ?? meaningOfMember(String(name))
  return { name, ...(said !== undefined && { description: said }), schema, ...rest }
}

/** Every `properties` below, however deep. */
function describedShape(part: unknown, shape: string | undefined): unknown {
  if (Array.isArray(part)) return part.map((each) => describedShape(each, shape))
  if (typeof part !== 'object' || part === null) return part
  return mapValues(asObject(part), (value, key) => {
    // What an example holds is no shape.
    if (key === 'example' || key === 'examples') return value
    if (key !== 'properties') return describedShape(value, shape)
    return mapValues(asObject(value), (member, name) => {
      const inner = asObject(describedShape(member, shape))
      const said = inner.description ?? meaningOfMember(name, shape)
      return '$ref' in inner || said === undefined ? inner : { ...inner, description: said }
    })
  })
}

function asObject(value: unknown): Json {
  return typeof value === 'object' && value !== null ? Object.fromEntries(Object.entries(value)) : {}
}

function mapValues<R>(record: object, change: (value: unknown, name: string) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value, name)]))
}
