// What components make, without a document: elements as markup for comparison.
import type { ComponentChild, VNode } from 'preact';

type Component = (properties: object) => ComponentChild;

export function tree(child: ComponentChild | ComponentChild[]): string {
  if (Array.isArray(child)) return child.map(tree).join('');
  if (child === null || child === undefined || typeof child === 'boolean') return '';
  if (typeof child !== 'object') return String(child);
  const { type, props } = child as VNode<Record<string, unknown>>;
  const inner = () => tree(props.children as ComponentChild);
  if (typeof type !== 'string')
    return type.length === 0 || isFragment(type) ? inner() : tree((type as Component)(props));
  const attributes = Object.entries(props)
    .filter(([name, value]) => name !== 'children' && value !== undefined)
    .map(([name, value]) => ` ${name}="${value}"`)
    .join('');
  return `<${type}${attributes}>${inner()}</${type}>`;
}

const isFragment = (type: unknown) => String(type).includes('.children') && String(type).length < 60;
