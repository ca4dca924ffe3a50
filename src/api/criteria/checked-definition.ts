import {
  criterionSchema,
  type Criterion as Definition,
  faultsOfCriterion,
} from '../../policy/pack/criterion.ts'
import type { ApiContext } from '../http/endpoint.ts'
import { ValidationFailed } from '../http/validate.ts'
import { storableText } from '../requests/storable-text.ts'

/** Bytes: each member full. */
export const CRITERION_LIMIT = 1024 * 1024

/** A definition that fits the pack, as it can be stored. @throws ValidationFailed in the words of every other endpoint */
export function checkedDefinition(ctx: Pick<ApiContext, 'policies'>, given: Definition): Definition {
  const plain = JSON.stringify(given, (_key, value) =>
    typeof value === 'string' ? storableText(value) : value,
  )
  const definition = criterionSchema.parse(JSON.parse(plain))
  const faults = faultsOfCriterion(definition, ctx.policies)
  if (faults.length > 0)
    throw new ValidationFailed(
      faults.map(({ path, message }) => ({
        type: 'value_error',
        loc: ['body', 'definition', ...path],
        msg: message,
        input: path.reduce<unknown>((value, part) => Object(value)[part], definition),
      })),
    )
  return definition
}
