<?php

namespace Example;

final class Slug
{
    public static function of(string $text): string
    {
        return trim(preg_replace('/[^a-z0-9]+/', '-', mb_strtolower($text)), '-');
    }
}
