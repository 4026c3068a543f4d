// What an editor of a model shows and sends, whoever has registered it.
import type { AccountModel, RegisteredModel } from '../../api/types.ts';
import { numberOrNull, textOrNull, type Values } from '../shelf/form.ts';

export type Model = AccountModel | RegisteredModel;

const shown = (value: string | number | null | undefined) => String(value ?? '');

export const modelValues = (model: Model | null): Values => ({
  name: shown(model?.name),
  provider: model?.provider ?? 'anthropic',
  provider_model: shown(model?.provider_model),
  base_url: shown(model?.base_url),
  context_tokens: shown(model?.context_tokens),
  output_tokens: shown(model?.output_tokens),
  input_price: shown(model?.input_price),
  output_price: shown(model?.output_price),
  cache_read_price: shown(model?.cache_read_price),
  cache_write_price: shown(model?.cache_write_price),
  effort: shown(model?.effort),
  takes_images: model?.takes_images ?? true,
  fallback: shown(model?.fallback),
  is_default: model?.is_default ?? false,
});

export const modelBody = (values: Values) => ({
  name: String(values.name).trim(),
  provider_model: String(values.provider_model).trim(),
  base_url: textOrNull(values, 'base_url'),
  context_tokens: numberOrNull(values, 'context_tokens'),
  output_tokens: numberOrNull(values, 'output_tokens'),
  input_price: numberOrNull(values, 'input_price'),
  output_price: numberOrNull(values, 'output_price'),
  cache_read_price: numberOrNull(values, 'cache_read_price'),
  cache_write_price: numberOrNull(values, 'cache_write_price'),
  effort: textOrNull(values, 'effort') as Model['effort'],
  takes_images: values.takes_images === true,
  fallback: textOrNull(values, 'fallback'),
  is_default: values.is_default === true,
});

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

/** What it names besides may be gone since, and is left alone. */
export function changed<B extends object>(body: B, before: B): Partial<B> {
  const entries = Object.entries(body).filter(([name, value]) => !same(value, before[name as keyof B]));
  return Object.fromEntries(entries) as Partial<B>;
}
