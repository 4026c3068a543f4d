using System;
using System.IO;

public static class WorkTest
{
    public static int Main()
    {
        if (Work.Sum(100) != 4950) return 1;
        File.WriteAllText(Environment.GetEnvironmentVariable("PROOF"), "tested");
        return 0;
    }
}
