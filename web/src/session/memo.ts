import { Component, type ComponentType, createElement, type JSX } from 'preact';

/** A component that is made again only when a property is another; rows are made anew, so these are compared within. */
export function memo<P extends object>(of: (properties: P) => JSX.Element): ComponentType<P> {
  return class extends Component<P> {
    override shouldComponentUpdate(next: P) {
      return !same(this.props as P, next);
    }

    override render() {
      return createElement(of as ComponentType<P>, this.props as P & JSX.IntrinsicAttributes);
    }
  };
}

function same(a: object, b: object, depth = 1): boolean {
  const names = Object.keys(a) as (keyof typeof a)[];
  return (
    names.length === Object.keys(b).length &&
    names.every(name => {
      const one: unknown = a[name];
      const other: unknown = b[name];
      return one === other || (depth > 0 && isRow(one) && isRow(other) && same(one, other, depth - 1));
    })
  );
}

const isRow = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && 'kind' in value && 'id' in value;
