<?php

use Example\Slug;
use PHPUnit\Framework\TestCase;

final class SlugTest extends TestCase
{
    public function testWordsAreJoined(): void
    {
        $this->assertSame('hello-world', Slug::of(' Hello, World! '));
        touch(getenv('PROOF'));
    }
}
