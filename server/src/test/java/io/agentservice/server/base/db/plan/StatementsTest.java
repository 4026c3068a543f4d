package io.agentservice.server.base.db.plan;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class StatementsTest {
  @Test
  void semicolonsInTextsCommentsAndBodiesEndNothing() {
    var script =
        """
        -- one; comment's text
        SELECT 'a;''b' /* ; */ FROM "t;u";
        CREATE FUNCTION f() RETURNS trigger AS $x$ BEGIN; $y$ END $x$ LANGUAGE sql;
        SELECT E'\\';' , 2
        """;

    assertThat(Statements.of(script))
        .satisfiesExactly(
            first -> assertThat(first).isEqualTo("SELECT 'a;''b'   FROM \"t;u\""),
            second -> assertThat(second).endsWith("$x$ LANGUAGE sql"),
            third -> assertThat(third).isEqualTo("SELECT E'\\';' , 2"));
  }

  @Test
  void aBodyOfStatementsIsOneStatement() {
    var script =
        """
        CREATE FUNCTION f(a int) RETURNS int LANGUAGE sql BEGIN ATOMIC
          SELECT CASE WHEN a > 1 THEN 1 ELSE 2 END;
          SELECT 3;
        END;
        SELECT 4;
        """;

    assertThat(Statements.of(script)).hasSize(2).last().isEqualTo("SELECT 4");
  }

  @Test
  void partsAreTakenApartOutsideOfParenthesesOnly() {
    assertThat(Statements.parts("ADD a numeric(3, 2), ADD b text DEFAULT 'x,y', DROP c"))
        .containsExactly("ADD a numeric(3, 2)", "ADD b text DEFAULT 'x,y'", "DROP c");
  }
}
